/** Names under which a machine reaches itself. */
const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];

const WILDCARDS = new Set(["0.0.0.0", "[::]"]);

/**
 * The Host headers a server answers to, lower case, each with its port. A page that was rebound to this address by DNS
 * sends its own name and so is refused.
 *
 * @param allowed Further names, `NAME` (this port) or `NAME:PORT`.
 */
export function allowedHosts(
  bound: { hostname: string; port: number },
  allowed: readonly string[],
): ReadonlySet<string> {
  const own = bracketed(bound.hostname);
  const names = [...LOOPBACK_NAMES, ...(WILDCARDS.has(own) ? [] : [own])].map((name) => `${name}:${bound.port}`);
  const hosts = new Set(
    [...names, ...allowed.map((host) => withPort(host, bound.port))].map((host) => host.toLowerCase()),
  );
  for (const host of [...hosts]) {
    // Clients leave out the port that is the scheme's own: 80, or 443 behind a proxy that speaks TLS.
    if (/:(80|443)$/.test(host)) hosts.add(host.slice(0, host.lastIndexOf(":")));
  }
  return hosts;
}

/** The web origins that are this server's own: its hosts under either scheme. */
export function originsOf(hosts: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...hosts].flatMap((host) => [`http://${host}`, `https://${host}`]));
}

/** Whether only this machine can reach the address. */
export function isLoopback(hostname: string): boolean {
  const name = bracketed(hostname).toLowerCase();
  return LOOPBACK_NAMES.includes(name) || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}

/** An IPv6 address as it stands in a URL. */
export function bracketed(hostname: string): string {
  return hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
}

function withPort(host: string, port: number): string {
  const isAddress6 = host.startsWith("[") ? host.endsWith("]") : (host.match(/:/g)?.length ?? 0) > 1;
  if (isAddress6) return `${bracketed(host)}:${port}`;
  return /:\d+$/.test(host) ? host : `${host}:${port}`;
}
