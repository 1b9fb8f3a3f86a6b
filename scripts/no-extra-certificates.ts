// Node 20 reads the file of NODE_EXTRA_CA_CERTS at every start, which takes 70 ms of CPU: more than the start itself.
// Tests start many thousands of processes, and none but npm and pnpm loads anything from the network: these get the
// file as EXTRA_CA_CERTS_OF_NPM.
const { NODE_EXTRA_CA_CERTS: file } = process.env;
delete process.env.NODE_EXTRA_CA_CERTS;
if (file) process.env.EXTRA_CA_CERTS_OF_NPM = file;
