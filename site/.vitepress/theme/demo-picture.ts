import { useData, withBase } from "vitepress";
import { h } from "vue";

declare const HAS_DEMO: boolean;

/** The recorded terminal, `docs/public/demo.svg`. `demo` in the front matter describes it to those who cannot see it. */
export default {
  setup() {
    const { frontmatter } = useData();
    return () =>
      HAS_DEMO ? h("img", { class: "demo", src: withBase("/demo.svg"), alt: frontmatter.value.demo }) : null;
  },
};
