import { describe, expect, it } from 'vitest'
import { readDatabaseAddress } from './database-address.calc.ts'

describe('the address of a database', () => {
  it('is host, port, database and TLS', () => {
    expect(readDatabaseAddress('postgresql://db.example/reports')).toEqual({
      host: 'db.example',
      port: 5432,
      database: 'reports',
      sslMode: 'require',
    })
    expect(readDatabaseAddress('jdbc:postgresql://[2606:4700::1]:6432/a_b?sslmode=verify-full')).toEqual({
      host: '[2606:4700::1]',
      port: 6432,
      database: 'a_b',
      sslMode: 'verify-full',
    })
  })

  it('has nothing else', () => {
    for (const text of [
      '',
      'mysql://db/x',
      'jdbc:mysql://db:3306/x',
      'http://db/x',
      'postgresql://db',
      'postgresql://db/',
      'postgresql:///x',
      'postgresql://db:0/x',
      'postgresql://db:70000/x',
      'postgresql://user:secret@db/x',
      'postgresql://db,other/x',
      'postgresql://db/x?host=/var/run/postgresql',
      'postgresql://db/x?sslmode=disable&options=-c%20log_statement=all',
      'postgresql://db/x?options=-crole=admin',
      'postgresql://db/x?sslmode=prefer',
      'postgresql://db/x?sslmode=toString',
      'postgresql://db/x y',
      'postgresql://db/x\nhost=y',
      'postgresql://db/x#y',
      'postgresql://%2Fvar%2Frun/x',
      'host=db dbname=x',
      ' postgresql://db/x',
    ]) {
      expect(readDatabaseAddress(text), text).toBeNull()
    }
  })
})
