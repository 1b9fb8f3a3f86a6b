import { lookup } from "node:dns/promises";
import { BlockList, isIPv4, isIPv6 } from "node:net";

/**
 * Addresses that belong to this machine, to its network or to nobody. Each IP version has a list of its own, because a
 * list also compares IPv4 addresses with IPv6 networks.
 */
const PRIVATE_4 = new BlockList();
for (const network of [
  ...["0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.0.0.0/24"],
  ...["192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24"],
  ...["224.0.0.0/4", "240.0.0.0/4"],
]) {
  const [address = "", prefix] = network.split("/");
  PRIVATE_4.addSubnet(address, Number(prefix), "ipv4");
}
/**
 * Only 2000::/3 is assigned. In it, 2001::/23 and 2002::/16 contain tunnels to other addresses, and the last two
 * networks are for examples.
 */
const PRIVATE_6 = new BlockList();
for (const network of ["::/3", "4000::/2", "8000::/1", "2001::/23", "2002::/16", "2001:db8::/32", "3fff::/20"]) {
  const [address = "", prefix] = network.split("/");
  PRIVATE_6.addSubnet(address, Number(prefix), "ipv6");
}

/** Whether an address is certainly a machine on the Internet. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !PRIVATE_4.check(address, "ipv4");
  return isIPv6(address) && !PRIVATE_6.check(address.replace(/%.*$/, ""), "ipv6");
}

/** An address to connect to. */
export interface Address {
  readonly address: string;
  readonly family: number;
}

/**
 * Returns the address of a host. Rejects if it has none, or without `allowPrivate` if any of its addresses is private:
 * for a name with private and public addresses, chance would decide.
 */
export async function addressOf(hostname: string, allowPrivate: boolean): Promise<Address> {
  const addresses = await lookup(hostname.replace(/^\[|\]$/g, ""), { all: true });
  const [first] = addresses;
  if (first === undefined) throw new Error("expected a host with an address");
  if (!allowPrivate && !addresses.every(({ address }) => isPublic(address))) {
    throw new Error("expected a host on the Internet, got a private address: set allowPrivate if that is intended");
  }
  return first;
}
