/** Returns the environment for npm, npx and pnpm in tests and scripts. */
export function npmEnvironment(): NodeJS.ProcessEnv {
  // Under `npx --package node@24 ...`, an inner npx would look for its command in that package.
  const { npm_config_package: _outer, EXTRA_CA_CERTS_OF_NPM: certificates, ...env } = process.env;
  // See `scripts/no-extra-certificates.ts`.
  return certificates === undefined ? env : { ...env, NODE_EXTRA_CA_CERTS: certificates };
}
