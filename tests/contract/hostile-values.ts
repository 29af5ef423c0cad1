import { expect } from 'vitest'
import { TOKEN_INVALID } from '#shared/core/client.ts'

/** Values that no field expects. */
export const hostile = [
  `' or '1'='1`,
  `x'; drop table user_account; --`,
  `1) or 1=1 /*`,
  '"; select pg_sleep(9); --',
  '%_\\\\',
  '$1',
  '#{sys_user_code}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is meant for others to fill in.
  '${jndi:ldap://x}',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202eevil',
  '🏁'.repeat(50),
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '<script>alert(1)</script>',
  '-1',
  '1e309',
  'NaN',
  '99999999999999999999',
  '01900000-0000-7000-8000-00000000000x',
  'x'.repeat(5000),
  '*',
  ',,,',
  ',a,',
  '!',
  '> ',
  '[[[[[[[[{"a":[{}]}]]]]]]]]',
  '2026-02-31',
  '0000-00-00 00:00:00',
  'undefined',
  '()|{}.+?^',
]

/** Texts that only PostgreSQL produces. */
const SQL =
  /syntax error|at or near|relation "|column "|operator does not|invalid input syntax|pg_catalog|SQLSTATE|constraint/i

/** An answer to any request: accepted, or refused with one of our own messages. */
export async function expectOrdinary(response: Response, asked: string, value = ''): Promise<void> {
  const text = await response.text()
  // The family's answer to an invalid token.
  if (!text.includes(TOKEN_INVALID)) expect(response.status, `${asked} ${text}`).toBeLessThan(500)
  expect(text, asked).not.toMatch(/common\.internal|argon2/)
  expect(text.replaceAll(value, ''), asked).not.toMatch(SQL)
}
