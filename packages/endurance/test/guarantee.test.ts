import { guarantee } from "../src/guarantee/guarantee.js";
import { testShort } from "./short.js";

testShort(guarantee);
