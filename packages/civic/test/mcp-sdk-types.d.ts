// The declarations of @modelcontextprotocol/sdk name a type that only the DOM's library has.
type HeadersInit = NonNullable<ConstructorParameters<typeof Headers>[0]>;
