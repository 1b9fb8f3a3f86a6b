import { AbstractHook, type Hook } from "@civic/hook-common";

/** Returns a hook of Civic's own class with some methods replaced. */
export function stockHook(methods: Partial<Hook> = {}): Hook {
  class Stock extends AbstractHook {
    readonly name = "stock";
  }
  return Object.assign(new Stock(), methods);
}

/** Returns a hook of Civic's class that denies transfers by throwing. */
export function stockGuard(thrown: unknown): Hook {
  return stockHook({
    processCallToolRequest: async (request) => {
      if (request.params.name === "transfer") throw thrown;
      return { resultType: "continue", request };
    },
  });
}
