import { z } from 'zod'
import { crudRoutes, entity, RecordId, resource } from '#shared/core/crud.ts'
import { excelRoutes, type Sheet } from '#shared/core/excel.ts'
import { creationMarks, fieldsOf, sheetColumnsOf } from '#shared/core/fields.ts'
import { route } from '#shared/core/route.ts'
import { exact, line, lines, wrong } from '#shared/core/text.ts'
import { readDatabaseAddress } from './database-address.calc.ts'

export const DATABASE_TYPE = 'PostgreSQL'

/** Names of PostgreSQL that clients of the API family send; databases of other makes are refused. */
const NAMES = new Set(['postgresql', 'postgres', '6'])

/** Forms of the API family send null for an empty field. */
const orEmpty = <S extends z.ZodType<string>>(field: S) => field.nullable().transform((text) => text ?? '')

const connectionFields = z.object({
  dbType: exact(40)
    .transform((name) => (NAMES.has(name.toLowerCase()) ? DATABASE_TYPE : name))
    .refine((name) => name === DATABASE_TYPE, wrong('input.onlyPostgres')),
  dbDriver: orEmpty(line(200)),
  dbUrl: exact(400, 1).refine((url) => readDatabaseAddress(url) !== null, wrong('input.databaseUrl')),
  dbName: orEmpty(line(100)),
  dbUsername: exact(100, 1),
})

const sourceFields = z.object({
  code: z.string().regex(/^[\w.:-]{1,64}$/, wrong('input.code')),
  name: line(100, 1),
  remark: orEmpty(lines(400)),
  ...connectionFields.shape,
})
/** Never returned. An empty one leaves the stored one. */
const dbPassword = exact(500).nullish()

const marks = {
  code: { kind: 'text', label: 'dataSource.code', sort: true, sheet: true },
  name: { kind: 'text', label: 'dataSource.name', sort: true, sheet: true },
  remark: { kind: 'text', label: 'dataSource.remark', sheet: true },
  dbType: { kind: 'text', label: 'dataSource.type', sheet: true },
  dbDriver: { kind: 'text', label: 'dataSource.driver' },
  dbUrl: { kind: 'text', label: 'dataSource.url', sheet: true },
  dbName: { kind: 'text', label: 'dataSource.database', sheet: true },
  dbUsername: { kind: 'text', label: 'dataSource.user', sheet: true },
  id: { kind: 'id', label: 'crud.id' },
  ...creationMarks,
} as const

const described = fieldsOf(marks)
const labels = { ...described.labels, dbPassword: 'dataSource.password' } as const

/** Further databases that reports read (`api-family 7`). */
export const dataSourceResource = resource({
  path: '/sys/dataSource',
  permission: 'datasource',
  noun: 'data sources',
  entity: entity(
    sourceFields.extend({
      remark: z.string(),
      dbType: z.string(),
      dbDriver: z.string(),
      dbUrl: z.string(),
      dbName: z.string(),
      hasPassword: z.boolean(),
    }),
  ),
  create: sourceFields.partial({ remark: true, dbDriver: true, dbName: true }).extend({ dbPassword }),
  update: sourceFields.extend({ dbPassword }),
  ...described,
  labels,
})

export const dataSourceSheet: Sheet = { title: 'menu.dataSources', columns: sheetColumnsOf(marks) }

export const dataSources = {
  ...crudRoutes(dataSourceResource),
  ...excelRoutes(dataSourceResource),
  options: route({
    method: 'GET',
    path: '/sys/dataSource/options',
    summary: 'The data sources to choose from: none for anyone but the platform administrator',
    access: 'signedIn',
    result: z.array(z.object({ value: z.string(), label: z.string(), text: z.string() })).max(1000),
  }),
  testConnection: route({
    labels,
    method: 'POST',
    path: '/online/cgreport/api/testConnection',
    summary: 'Connects to a database once. With the id of a data source and no password the stored one is used',
    access: 'datasource:list',
    body: z.object({
      ...connectionFields.partial({ dbDriver: true, dbName: true }).shape,
      id: RecordId.or(z.literal('')).nullish(),
      dbPassword: exact(500).nullish(),
    }),
    result: z.null(),
    message: 'message.dataSource.works',
  }),
}
