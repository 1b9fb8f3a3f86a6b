import { calls } from "../src/calls/calls.js";
import { testShort } from "./short.js";

testShort(calls);
