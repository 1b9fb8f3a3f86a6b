import { guards } from "../src/one-shot/guards.js";
import { testShort } from "./short.js";

testShort(guards);
