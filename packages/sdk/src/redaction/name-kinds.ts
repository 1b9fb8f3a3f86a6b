import { isSecretKey } from "./secret-names.js";

/**
 * What a name says about its value. `header`: an HTTP header with a scheme or several values. `key`: a key of something,
 * which is a secret only if its value cannot be anything else.
 */
export type NameKind = "password" | "token" | "header" | "auth" | "key";

const PASSWORD =
  /passw(?:or)?d|passphrase|passcode|(?<![a-z])pwd(?![a-z])|(?:^| )(?:db|user|admin|root|smtp|ftp|mail|sql|mysql|pg|login|key|store|keystore|truststore|ssh)?pass$|[a-z]{1,8}pwd$|requirepass/;
const TOKEN =
  /tok(?:en)?(?![a-z])|[a-z]token(?![a-z])|secret(?!ar)|credential|(?:^| )creds?(?: |$)|jwt|contribsys|sess(?:ion)? ?id(?: |$)|connection ?string|bearer|sonar login/;
/** Words that make a key a secret. `key` without such a word is an index, a column or a field. */
const KEY =
  /(?:api|app|application|access|secret|private|priv|auth|account|acct|subscription|master|encrypt|encryption|decrypt|decryption|signing|sign|signature|shared|consumer|client|service|server|license|storage|admin|security|rest|hmac|aes|des|cipher|crypt|crypto|deploy|ssh|rsa|write|read|ingest|ingestion|integration|publishable|live|test|prod|production|sandbox|webhook|jwt|cookie|database|db|root|pgp|gpg|rpc|dev|staging|sdk|org|instrumentation|sas|smtp|mail|push|team|project|tls|ssl) ?keys?(?![a-z])/;
/** The last word of names whose value describes a secret or is the public part of one. */
const ABOUT =
  /(?: |^)(?:names?|ids?|identifier|ur[il]s?|endpoint|hosts?|files?|filename|path|dir|directory|folder|type|kind|size|length|len|count|counts|limit|max|min|expiry|expires|expire|expiration|expired|ttl|age|version|ver|prefix|suffix|field|column|policy|alias|ref|arn|algorithm|alg|format|status|label|location|source|selector|audience|aud|issuer|index|pattern|regex|class|provider|manager|service|generator|validator|handler|factory|store|mode|enabled|required|valid|hint|description|title|message|error|placeholder|usage|cost|position|time|date|fingerprint|thumbprint|checksum|digest|sha|sha1|sha256|md5|uuid|guid|hash|alphabet|chars?|charset|characters|letters|at|on|used|changed|lifetime|interval|duration|days|hours|minutes|seconds|rotation|rate|level|strength|complexity|method|flow|separator|delimiter|scopes?|permissions?|cipher|attribute|parameter|param|header|input|mapping|pair|schema|template|engine|backend|review|reviews|pub|results?|in|ms|secs?|mins?|timeout|retries|attempts|seed|salt)$/;
/** Words with the same effect anywhere in the name. */
const NO_SECRET =
  /(?:^| )(?:public|pub|web socket|websocket|csrf|xsrf|authenticity|antiforgery|verification|next|lock|change|request|starting|page|pagination|prev|previous|continuation|sync|cursor|cancel|cancellation|resume|foreign|partition|sort|cache|bucket|idempotency|unexpected|invalid|missing|client(?= token)|max|min|num|total|prompt|completion|stop|eos|bos|pad|unk|mask|fake|dummy|mock|example|sample|wrong|non matching)(?: |$)|publickey|nexttoken|pagetoken|csrf/;

/** Keys that name a place or a thing. */
const PLACE_KEY = /(?:^| )(?:s3|object|blob|file|device|verifier|host|row|column|map|hash|group|image|log|unique) key$/;

/**
 * In every name that has a kind. Compiling the expressions above takes longer than a one-shot call may take, and the
 * names of most arguments need none of them.
 */
const STEM = /pass|pwd|tok|secret|cred|jwt|contrib|sess|connection|bearer|sonar|key|auth|cookie|signature/i;

const KNOWN = new Map<string, NameKind | undefined>();
const MOST_KNOWN = 2000;

/** Returns what a name says about its value, or `undefined` if it does not name a secret. Caches, since names recur. */
export function nameKind(name: string): NameKind | undefined {
  if (KNOWN.has(name)) return KNOWN.get(name);
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
  const end = name.slice(-100);
  const kind = STEM.test(end.replace(/[^A-Za-z0-9]+/g, "")) ? kindOf(end) : undefined;
  KNOWN.set(name, kind);
  return kind;
}

function kindOf(name: string): NameKind | undefined {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase();
  // The working directory
  if (/^(?:OLD)?PWD$/.test(name)) return undefined;
  if (/(?:authorization|cookies?)$/.test(words)) return "header";
  if (ABOUT.test(words) || NO_SECRET.test(words)) return undefined;
  if (PASSWORD.test(words)) return "password";
  if (TOKEN.test(words) || KEY.test(words) || (isVendorKey(words) && !/keys$/.test(words))) return "token";
  if (/(?:^| )auth$/.test(words)) return "auth";
  if (/(?:^|[a-z0-9] )key$/.test(words) && !PLACE_KEY.test(words)) return "key";
  return isSecretKey(name) ? "token" : undefined;
}

/** `ALGOLIA_KEY`, `sumo_key`: a key with the name of a service. */
function isVendorKey(words: string): boolean {
  return words.endsWith("key") && VENDOR_KEY.test(words);
}

const VENDOR_KEY =
  /(?:^| )(?:adafruit|adobe|airtable|algolia|alibaba|aliyun|amplitude|anthropic|artifactory|asana|atlassian|aws|azure|beamer|bitbucket|bittrex|braintree|brevo|bugsnag|clojars|cloudflare|cloudinary|codecov|cohere|coinbase|confluent|contentful|databricks|datadog|dd|deepseek|discord|docker|doppler|dropbox|dynatrace|easypost|etsy|facebook|fastly|figma|finicity|finnhub|firebase|flickr|flutterwave|freshbooks|freshdesk|gcp|gemini|geocod(?:e|io)|github|gitlab|gitter|gocardless|google|grafana|groq|harness|heroku|hubspot|intercom|jfrog|jira|kraken|kucoin|lastfm|launchdarkly|linear|linkedin|lob|looker|mailchimp|mailgun|mapbox|maps|mattermost|maxmind|meraki|messagebird|mistral|mixpanel|netlify|newrelic|nexmo|notion|npm|nytimes|okta|openai|opsgenie|pagerduty|paypal|paystack|perplexity|pinecone|plaid|planetscale|plivo|postmark|posthog|prefect|pulumi|pusher|rapidapi|razorpay|recaptcha|redis|rollbar|salesforce|segment|sendbird|sendgrid|sendinblue|sentry|shippo|shodan|shopify|slack|snyk|sonar|spotify|square|squarespace|stripe|sumo(?:logic)?|supabase|telegram|tinify|travis|trello|twilio|twitch|twitter|typeform|unsplash|vault|vonage|weather|wakatime|yandex|youtube|zendesk|zoom) ?key$/;
