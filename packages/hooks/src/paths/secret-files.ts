import { MACHINES } from "@agent-hook/sdk/internal/machines";
import { WINDOWS_SECRET_FILES } from "./windows-files.js";
import { IS_WINDOWS } from "./windows-names.js";

/**
 * Files with secrets. `~` is any user's home. A folder stands for everything in it.
 *
 * A name that is a secret in one project and a harmless file in many others, such as `config.json`, is only listed with
 * its folder.
 */
export const SECRET_FILES: readonly string[] = [
  // Settings of projects.
  "**/.env",
  "**/.env.*",
  "**/*.env",
  "**/.envrc",
  "**/.dev.vars",
  "**/.flaskenv",
  "**/.secrets",
  "**/.secrets.*",
  "**/{secret,secrets}.{env,yml,yaml,json,toml,ini,properties,tfvars}",
  "**/{credential,credentials}.{json,yml,yaml,toml,ini,csv,xml}",
  "**/client_secret*.json",
  "**/*{service-account,service_account,serviceaccount}*.json",
  "**/.streamlit/secrets.toml",
  "**/.htpasswd",
  "**/.vault{-,_}{token,pass,password}*",
  "**/*vault{-,_}pass{,word}*",
  "**/{gha-creds,application_default_credentials}*.json",
  // Keys and key stores.
  "**/id_{rsa,dsa,ecdsa,ecdsa_sk,ed25519,ed25519_sk,xmss}",
  "**/*.{pem,key,p8,p12,pfx,pkcs12,ppk,jks,keystore,bks,kdb,kdbx,agekey,gpg-key}",
  "**/secring.{gpg,kbx}",
  "**/ssh_host_*_key",
  "**/*.keytab",
  "**/*.ovpn",
  "**/{wallet.dat,keystore.json}",
  // Infrastructure.
  "**/*.tfstate",
  "**/*.tfstate.*",
  "**/{kubeconfig,*.kubeconfig}",
  "**/.terraform/terraform.tfstate",
  // Logins of tools, also if a project has its own.
  "**/.{netrc,pgpass,pypirc,git-credentials,s3cfg,boto,dockercfg,databrickscfg,my.cnf,mylogin.cnf}",
  "**/_netrc",
  "**/.aws/{credentials,sso,cli,login}",
  "**/.docker/config.json",
  "**/.kube/{config,cache,*.conf}",
  "**/.ssh",
  "**/.gnupg",
  "~/{.npmrc,.yarnrc,.yarnrc.yml,.bunfig.toml,.vault-token,.terraformrc,.rediscli_auth,.msmtprc,.fetchmailrc,.smbcredentials}",
  "~/.config/{gcloud,gh,glab-cli,hub,doctl,hcloud,rclone,sops,op,1Password,Bitwarden,Bitwarden CLI,ngrok,netlify,.wrangler}",
  "~/.config/{containers/auth.json,pypoetry/auth.toml,pip/pip.conf,uv/credentials,jgit/config,git/credentials,composer/auth.json,NuGet/NuGet.Config,heroku,solana,openai,helm/registry,fly}",
  "~/.{azure,oci,op,fly,vercel,netlify,supabase,wrangler,cloudflared,ngrok2,bluemix,snowflake,snowsql,huggingface,kaggle}",
  "~/.{password-store,age,electrum,bitcoin,ethereum,1password,authy,sbt/.credentials,ivy2/.credentials,bundle/config}",
  "~/.{cargo,gem,pulumi,rubygems}/credentials{,.toml,.json}",
  "~/.terraform.d/credentials.tfrc.json",
  "~/.m2/settings{,-security}.xml",
  "~/.gradle/gradle.properties",
  "~/.nuget/NuGet/NuGet.Config",
  "~/.composer/auth.json",
  "~/.cache/huggingface/{token,stored_tokens}",
  "~/.dbt/profiles.yml",
  "~/.rclone.conf",
  "~/.local/share/{keyrings,kwalletd,com.vercel.cli,containers/auth.json,gnome-keyring}",
  "/run/{user/*/containers/auth.json,secrets,user/*/keyring}",
  "/var/run/secrets",
  ...Object.values(MACHINES).flatMap(({ secrets }) => secrets),
  // The answers of people, and copies of files. The token of the page.
  "~/.local/state/agent-hook",
  // Browsers, mail and password stores.
  "~/.{mozilla,thunderbird}",
  "~/.config/{google-chrome*,chromium,BraveSoftware,microsoft-edge*,vivaldi,opera,Code/User/globalStorage/state.vscdb}",
  "~/snap/{firefox,chromium,thunderbird,bitwarden}",
  "~/.var/app/{org.mozilla.firefox,com.google.Chrome,org.chromium.Chromium,com.brave.Browser,com.bitwarden.desktop}",
  "~/Library/{Keychains,Cookies,Safari,Mail,Messages,Accounts,IdentityServices}",
  "~/Library/Application Support/{Google/Chrome,Chromium,Firefox,BraveSoftware,Microsoft Edge,Vivaldi,1Password,Bitwarden}",
  "~/Library/Group Containers/*1password*",
  "/Library/Keychains",
  // What people typed, often with secrets.
  "~/.{bash,zsh,sh,ash,ksh,fish,python,node_repl,psql,mysql,sqlite,rediscli,irb,php,R,octave}_history",
  "~/.{zhistory,histfile,Rhistory,mongo/mongosh_history,dbshell}",
  "~/.{local/share,config}/fish/fish_history",
  "~/.local/share/powershell/PSReadLine",
  "~/.zsh_sessions",
  "~/.bash_sessions",
  // Secrets of the system.
  "/etc/{shadow,shadow-,gshadow,gshadow-,sudoers,sudoers.d,master.passwd,krb5.keytab,ssl/private,security/opasswd}",
  "/etc/{kubernetes/*.conf,rancher/k3s/k3s.yaml,wireguard,openvpn,ppp/chap-secrets,NetworkManager/system-connections}",
  "/private/etc/{master.passwd,sudoers,sudoers.d}",
  "/var/{db/dslocal,db/shadow,backups/shadow.bak}",
  // A process's environment, memory and open files, and other ways to the same disk.
  "/proc/*/{environ,mem,auxv,root,cwd,fd,map_files,task}",
  "/proc/kcore",
  "/dev/{mem,kmem}",
  ...(IS_WINDOWS ? WINDOWS_SECRET_FILES : []),
];

/** Harmless files whose names look like those of secrets. */
export const NOT_SECRETS: readonly string[] = [
  // The log of decisions contains no secrets.
  "~/.local/state/agent-hook/decisions",
  "**/.env.{example,sample,template,dist,schema,defaults}",
  "**/.env.*.{example,sample,template,dist}",
  "**/{example,sample,template}.env",
  "**/*.{example,sample,template,dist}.env",
  "**/.secrets.{example,sample,template,baseline}",
  "**/*.pub",
  // Hosts and public keys.
  "**/.ssh/{config,config.*,known_hosts,known_hosts.*,authorized_keys,authorized_keys.*,allowed_signers,*.md}",
  "**/.gnupg/{gpg,gpg-agent,dirmngr}.conf",
  // Certificates and public keys.
  "**/{ca,cacert,cert,chain,fullchain,ca-bundle,ca-cert,ca-certificates,public,pubkey,public-key,public_key,tls-ca-bundle}.pem",
  "**/*{-,_,.}{cert,crt,pub,public}.pem",
  "/etc/{ssl/certs,pki/tls/certs,pki/ca-trust,ca-certificates}",
  "/usr/{share,lib,local/share}/**/*.pem",
  "**/{site-packages,node_modules}/**/*.pem",
];
