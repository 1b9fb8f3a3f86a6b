import { useRoute } from "vitepress";
import DefaultTheme from "vitepress/theme";
import { h, nextTick, onMounted, watch } from "vue";
import DemoPicture from "./demo-picture.js";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: {
    setup() {
      const route = useRoute();
      onMounted(() => watch(() => route.path, markMain, { immediate: true }));
      return () => h(DefaultTheme.Layout, null, { "home-hero-after": () => h(DemoPicture) });
    },
  },
};

/** VitePress marks the main part of a page for screen readers, but not that of the home page and of unknown paths. */
async function markMain(): Promise<void> {
  await nextTick();
  document.querySelector(".VPHome, .NotFound")?.setAttribute("role", "main");
}
