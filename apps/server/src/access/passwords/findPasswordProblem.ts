import { limits, type ProblemCode } from '@pgis/contract';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Common passwords of zxcvbn-ts, most common first; shorter ones are refused by their length. */
const common = new Set(
  dictionary['passwords-common'].filter((password) => password.length >= limits.passwordMinLength),
);

/**
 * Checks a password by D-SESS-07; undefined when it is acceptable. Lengths are counted in characters as a
 * person counts them.
 */
export function findPasswordProblem(password: string, email: string): ProblemCode | undefined {
  const length = [...password.normalize('NFC')].length;
  if (length < limits.passwordMinLength) return 'TOO_SHORT';
  if (length > limits.passwordMaxLength) return 'TOO_LONG';
  const plain = password.trim().toLowerCase();
  if (plain === email.trim().toLowerCase()) return 'SAME_AS_EMAIL';
  return common.has(plain) || isOneCharacter(plain) ? 'TOO_COMMON' : undefined;
}

const isOneCharacter = (password: string): boolean => new Set(password).size === 1;
