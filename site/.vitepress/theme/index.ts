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
      onMounted(() => watch(() => route.path, describePage, { immediate: true }));
      return () => h(DefaultTheme.Layout, null, { "home-hero-after": () => h(DemoPicture) });
    },
  },
};

/**
 * What VitePress leaves out for screen readers: the main part of the home page and of unknown paths is marked, and the
 * keys on the search button are not part of its name.
 */
async function describePage(): Promise<void> {
  await nextTick();
  document.querySelector(".VPHome, .NotFound")?.setAttribute("role", "main");
  document.querySelector(".DocSearch-Button-Keys")?.setAttribute("aria-hidden", "true");
}
