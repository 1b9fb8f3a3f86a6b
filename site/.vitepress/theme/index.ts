import DefaultTheme from "vitepress/theme";
import { h } from "vue";
import DemoPicture from "./demo-picture.js";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "home-hero-after": () => h(DemoPicture) }),
};
