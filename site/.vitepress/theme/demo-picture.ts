import { useData, withBase } from "vitepress";
import { h } from "vue";

declare const PUBLIC_FILES: readonly string[];

/** The recorded terminal: `demo` in the front matter of the home page names a file of `docs/public` and describes it. */
export default {
  setup() {
    const { frontmatter } = useData();
    return () => {
      const { file, alt } = frontmatter.value.demo ?? {};
      return PUBLIC_FILES.includes(file) ? h("img", { class: "demo", src: withBase(`/${file}`), alt }) : null;
    };
  },
};
