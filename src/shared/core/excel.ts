import { z } from 'zod'
import type { Locale, TextKey } from '#shared/i18n/catalogue.ts'
import { type Fields, listQueryOf, type Resource } from './crud.ts'
import { route } from './route.ts'
import { exact } from './text.ts'

/** A text of the catalogue, or one that users have written in both languages. */
export type SheetText = TextKey | Readonly<Record<Locale, string>>

/** The title and the columns of a resource's workbook: field name to heading, in order. */
export interface Sheet {
  title: SheetText
  columns: Readonly<Record<string, SheetText>>
}

/** An export with more rows needs `confirm=true`, because it takes the server some time. */
export const EXPORT_CONFIRM_ROWS = 10_000

/** Path below `/api` of the workbooks with the refused rows of imports; each is readable by the user who imported. */
export const IMPORT_ERRORS_PATH = '/sys/common/static/import-errors'

export const ImportReport = z.object({
  totalCount: z.number().int(),
  errorCount: z.number().int(),
  successCount: z.number().int(),
  msg: z.string(),
  /** Path below `/api` of a workbook with the refused rows and the reasons; empty where no row was refused, or it cannot be stored. */
  fileUrl: z.string(),
  fileName: z.string(),
  /** The first refused rows: line number in the workbook and reason. `problems` has the reasons by column heading. */
  refused: z.array(
    z.object({
      line: z.number().int(),
      reason: z.string(),
      problems: z.array(z.object({ field: z.string(), reason: z.string() })),
    }),
  ),
})
export type ImportReport = z.infer<typeof ImportReport>

/** Export and import of a plain resource (`api-family 1.6`); spread them into its contract. */
export function excelRoutes<F extends Fields>(
  definition: { filter: F } & Pick<Resource, 'path' | 'permission' | 'noun' | 'sort' | 'order'>,
  /** Further search parameters of the list: a workbook must not have more rows than the list. */
  besides: z.ZodRawShape = {},
) {
  const { path, permission, noun } = definition
  return {
    exportXls: route({
      method: 'GET',
      path: `${path}/exportXls`,
      summary: `A workbook with the ${noun} that match the filters, or with those in selections`,
      access: `${permission}:export`,
      query: listQueryOf(definition)
        .extend(besides)
        .extend({
          /** Ids joined by commas; empty: every row that matches the filters. */
          selections: exact(20_000).optional(),
          /** `true` allows more than `EXPORT_CONFIRM_ROWS` rows. */
          confirm: exact(8).optional(),
        }),
      result: z.null(),
      answers: 'file',
      lane: 'workbooks',
    }),
    importExcel: route({
      method: 'POST',
      path: `${path}/importExcel`,
      summary: `Adds the rows of a workbook to the ${noun}: all or none, or with partial=true the valid ones`,
      access: `${permission}:import`,
      query: z.object({ partial: exact(8).optional() }),
      result: ImportReport.nullable(),
      takes: 'file',
      lane: 'workbooks',
    }),
    importPreview: route({
      method: 'POST',
      path: `${path}/importPreview`,
      summary: `What importing a workbook into the ${noun} would do; the import is run and rolled back`,
      access: `${permission}:import`,
      result: ImportReport,
      takes: 'file',
      lane: 'workbooks',
      audited: false,
    }),
    importTemplate: route({
      method: 'GET',
      path: `${path}/importTemplate`,
      summary: `An empty workbook for importing ${noun}, with notes on the values of each column`,
      access: `${permission}:import`,
      result: z.null(),
      answers: 'file',
    }),
  }
}
