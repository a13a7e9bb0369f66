import type { Config } from '../../config.ts';
import { advice, type Finding, ok, problem } from './Finding.ts';

/** Settings that can be used, but hardly together or not in earnest. Unusable ones stop every command. */
export function checkSettings(config: Config): Finding[] {
  const { hostname, protocol } = new URL(config.publicUrl);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  const findings: Finding[] = [];
  if (isHere) findings.push(advice('PUBLIC_URL is this machine: links in mails lead nowhere from others.'));
  else if (protocol !== 'https:')
    findings.push(problem('PUBLIC_URL is not https: passwords cross the network as they are typed.'));
  if (!config.signInLimits)
    findings.push(problem('SIGN_IN_LIMITS is off: passwords can be guessed without limit.'));
  if (protocol === 'https:' && config.trustProxy === false)
    findings.push(
      advice('TRUST_PROXY is false: if a proxy stands in front, its address counts as that of all users.'),
    );
  if (config.metrics.token === undefined && config.metrics.port === undefined)
    findings.push(advice('Neither METRICS_TOKEN nor METRICS_PORT is set: nothing watches the server.'));
  if (
    config.metrics.token === undefined &&
    config.metrics.port !== undefined &&
    !isLocal(config.metrics.host)
  )
    findings.push(problem('METRICS_PORT is open to the network without METRICS_TOKEN.'));
  return findings.length > 0 ? findings : [ok('They can be used.')];
}

const isLocal = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');
