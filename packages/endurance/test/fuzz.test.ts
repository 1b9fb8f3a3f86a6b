import { fuzz } from "../src/fuzz/fuzz.js";
import { testShort } from "./short.js";

testShort(fuzz);
