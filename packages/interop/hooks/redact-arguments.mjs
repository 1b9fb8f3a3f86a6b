import { redactSecrets } from "@agent-hook/hooks/secrets";
import { serve } from "@agent-hook/sdk";

// The prompt of the test names the command, and a prompt with a secret is denied.
await serve(redactSecrets({ in: ["arguments"] }));
