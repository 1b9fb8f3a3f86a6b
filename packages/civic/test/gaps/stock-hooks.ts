import { AbstractHook, type Hook } from "@civic/hook-common";

/** A hook of Civic's own class, with some of its methods replaced. */
export function stockHook(methods: Partial<Hook> = {}): Hook {
  class Stock extends AbstractHook {
    readonly name = "stock";
  }
  return Object.assign(new Stock(), methods);
}

/** A hook of Civic's class that refuses transfers by a throw. */
export function stockGuard(thrown: unknown): Hook {
  return stockHook({
    processCallToolRequest: async (request) => {
      if (request.params.name === "transfer") throw thrown;
      return { resultType: "continue", request };
    },
  });
}
