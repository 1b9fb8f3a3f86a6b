// The declarations of @modelcontextprotocol/sdk use a type that only the DOM library has.
type HeadersInit = NonNullable<ConstructorParameters<typeof Headers>[0]>;
