import { promise } from "../src/promise/promise.js";
import { testShort } from "./short.js";

testShort(promise);
