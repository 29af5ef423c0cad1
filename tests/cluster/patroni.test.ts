import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

it('Patroni may connect to the PostgreSQL of its own node, as superuser and for replication', () => {
  const text = readFileSync('deploy/patroni/patroni.yml', 'utf8')
  const userOf = (role: string) => new RegExp(`^ +${role}: \\{ username: (\\w+),`, 'm').exec(text)?.[1]
  const rules = [...text.matchAll(/^ +- "?(host.*?)"?$/gm)].map(([, rule = '']) => rule)
  // It connects to `localhost`, which is either.
  for (const address of ['127.0.0.1/32', '::1/128']) {
    expect(rules).toContain(`host all ${userOf('superuser')} ${address} scram-sha-256`)
    expect(rules).toContain(`host replication ${userOf('replication')} ${address} scram-sha-256`)
  }
})
