import { type Rows, rowsFor } from "./row.js";

const RECURSIVE = ["rm|rb|del|delete -r|-R|--recursive", "* rm|rb|del|delete -r|-R|--recursive"];

/** Clouds, hosting and other services of the network. */
export const clouds: Rows = {
  ...rowsFor(
    "doctl hcloud linode-cli vultr-cli scw ibmcloud oci aliyun tccli openstack nova civo exo upctl fly flyctl render " +
      "netlify turso neonctl pscale planetscale atlas mongocli convex copilot sam amplify cloudflared ngrok stripe twilio " +
      "auth0 okta sentry-cli circleci algolia contentful sanity appwrite nhost koyeb zeabur dokku cf eb eksctl kops rosa",
    { deletes: {} },
  ),
  aws: {
    deletes: {
      also: [
        "s3 sync --delete",
        "ec2 release-address",
        "organizations leave-organization|close-account",
        "kms schedule-key-deletion",
      ],
      except: ["configure *", "configure"],
      wide: ["s3 rm|rb --recursive|--force"],
    },
    prints:
      /\s(?:configure get \S*secret\S*|configure export-credentials|\S+ (?:batch-)?(?:get|generate)-[\w-]*(?:credentials|password|password-data|token|secret-value|access-details)(?=\s|$)|sts assume-role\S*|ecr get-login\b|iam create-(?:access-key|service-specific-credential)|ssm get-parameters?\S*\b.*--with-decryption)/,
  },
  az: {
    deletes: { wide: ["storage *-batch"] },
    prints:
      /\s(?:account get-access-token|keyvault secret (?:show|download)|keys list|list-keys|(?:admin|query)-key (?:show|list)|list-connection-strings|show-connection-string|connection-string show|generate-sas|ad sp create-for-rbac|credentials? (?:show|reset)|deployment list-publishing-\S+)(?:\s|$)|\s--expose-token/,
  },
  gcloud: {
    deletes: { also: ["services disable", "* disable --force"], wide: RECURSIVE },
    prints:
      /\s(?:auth (?:application-default )?print-(?:access|identity)-token|(?:beta |alpha )?secrets versions access|iam service-accounts keys create -|sql generate-login-token|\S+ instances get-auth-string|services api-keys get-key-string|config config-helper)(?:\s|$)/,
  },
  gsutil: { deletes: { also: ["rsync -d"], wide: ["rm|rb -r|-R|-a"] } },
  bq: { sql: true, deletes: { wide: ["rm -r"] } },
  heroku: {
    sql: true,
    deletes: { also: ["pg:reset", "pg:killall", "redis:maintenance"] },
    prints: /\s(?:auth:token|config(?::get)?|pg:credentials:url|redis:credentials)(?:\s|$)/,
  },
  railway: { deletes: { also: ["down"] }, prints: /\svariables(?:\s|$)/ },
  vercel: { deletes: {}, prints: /\s(?:env pull|tokens? (?:add|create))\b/ },
  wrangler: { sql: true, deletes: {} },
  firebase: { deletes: { also: ["hosting:disable", "functions:config:unset"] } },
  supabase: { sql: true, deletes: { also: ["db reset", "stop --no-backup", "migration repair"] } },
  ...rowsFor("serverless sls sst cdk", { deletes: {} }),
  pulumi: {
    deletes: { also: ["down"], except: ["config *", "plugin *"] },
    prints: /\s(?:config get|stack output|config)\b.*--show-secrets/,
  },
  ...rowsFor("terraform tofu terragrunt cdktf", {
    deletes: { also: ["apply -destroy|--destroy", "run-all destroy"], except: ["plan"] },
    prints: /\sstate pull\b/,
  }),
  // Copies of files and snapshots.
  rclone: { deletes: { commands: ["delete", "purge", "deletefile", "cleanup", "rmdirs"], forced: /^$/ } },
  ...rowsFor("s3cmd mc s5cmd b2 restic borg kopia duplicity", {
    deletes: { also: ["forget", "prune", "sync --delete|--delete-removed|--remove"], wide: RECURSIVE },
  }),
  ...rowsFor("snapper timeshift tmutil rbd ceph", {
    deletes: { also: ["--delete", "--delete-all", "osd purge", "delete*"] },
  }),
  btrfs: { deletes: { commands: ["subvolume delete", "qgroup destroy"] } },
};
