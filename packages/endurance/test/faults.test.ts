import { faults } from "../src/faults/faults.js";
import { testShort } from "./short.js";

testShort(faults);
