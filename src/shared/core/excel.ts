import { z } from 'zod'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { type Fields, listQueryOf, type Resource } from './crud.ts'
import { route } from './route.ts'
import { exact } from './text.ts'

/** How a resource looks in a workbook: a title, and the columns with their headings, in their order. */
export interface Sheet {
  title: TextKey
  columns: Readonly<Record<string, TextKey>>
}

/** Rows from which an export must be confirmed (`confirm=true`), because making it takes the server some time. */
export const EXPORT_CONFIRM_ROWS = 10_000

/** Below the API's address: where the person who sent an import finds the rows of it that were refused. */
export const IMPORT_ERRORS_PATH = '/sys/common/static/import-errors'

export const ImportReport = z.object({
  totalCount: z.number().int(),
  errorCount: z.number().int(),
  successCount: z.number().int(),
  msg: z.string(),
  /** A workbook with the rows that were refused and why, below `/api`, for whoever sent them. */
  fileUrl: z.string(),
  fileName: z.string(),
  /** The first of the refused rows: the line of the workbook, and why; also by the heading that it is about, where it is about one. */
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
  /** What its list is searched by besides: a workbook has no more than the list shows. */
  besides: z.ZodRawShape = {},
) {
  const { path, permission, noun } = definition
  return {
    exportXls: route({
      method: 'GET',
      path: `${path}/exportXls`,
      summary: `A workbook with all ${noun} that the filters find, or those in selections`,
      access: `${permission}:export`,
      query: listQueryOf(definition)
        .extend(besides)
        .extend({
          /** Ids joined by commas; none: every row that the filters find. */
          selections: exact(20_000).optional(),
          /** `true`: also with more than 10,000 rows. */
          confirm: exact(8).optional(),
        }),
      result: z.null(),
      answers: 'file',
      lane: 'workbooks',
    }),
    importExcel: route({
      method: 'POST',
      path: `${path}/importExcel`,
      summary: `Adds the rows of a workbook to the ${noun}: all or none, or with partial=true those without a mistake`,
      access: `${permission}:import`,
      query: z.object({ partial: exact(8).optional() }),
      result: ImportReport.nullable(),
      takes: 'file',
      lane: 'workbooks',
    }),
    importPreview: route({
      method: 'POST',
      path: `${path}/importPreview`,
      summary: `What importing a workbook into the ${noun} would do, found by doing it and taking it back`,
      access: `${permission}:import`,
      result: ImportReport,
      takes: 'file',
      lane: 'workbooks',
      audited: false,
    }),
    importTemplate: route({
      method: 'GET',
      path: `${path}/importTemplate`,
      summary: `An empty workbook for importing ${noun}, which says what each column takes`,
      access: `${permission}:import`,
      result: z.null(),
      answers: 'file',
    }),
  }
}
