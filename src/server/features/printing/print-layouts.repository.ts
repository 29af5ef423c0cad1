import type { Selectable } from 'kysely'
import type { Transaction } from '#server/db/database.ts'
import type { Tables } from '#server/db/tables.ts'
import { PrintLogo, type StorePrinting } from '#shared/features/printing/print-layout.schema.ts'

type LayoutRow = Selectable<Tables['printLayout']>

export const layoutsOf = (trx: Transaction, orgCode: string): Promise<LayoutRow[]> =>
  trx.selectFrom('printLayout').selectAll().where('orgCode', '=', orgCode).orderBy('kind').execute()

/** The logos of a store by width. */
export async function logosOf(trx: Transaction, orgCode: string): Promise<PrintLogo[]> {
  const rows = await trx.selectFrom('printLogo').selectAll().where('orgCode', '=', orgCode).orderBy('width').execute()
  return rows.map(({ width, height, dots }) => PrintLogo.parse({ width, height, dots: dots.toString('base64') }))
}

/** Layouts and logos of a store, for its terminals. */
export async function printingOf(trx: Transaction, orgCode: string): Promise<StorePrinting> {
  const rows = await layoutsOf(trx, orgCode)
  return {
    layouts: Object.fromEntries(rows.map(({ kind, blocks }) => [kind, blocks])),
    logos: await logosOf(trx, orgCode),
  }
}

export async function storeLayout(trx: Transaction, row: LayoutRow): Promise<void> {
  const { blocks, updatedAt, updatedBy } = row
  const text = JSON.stringify(blocks)
  await trx
    .insertInto('printLayout')
    .values({ ...row, blocks: text })
    .onConflict((conflict) => conflict.columns(['kind', 'orgCode']).doUpdateSet({ blocks: text, updatedAt, updatedBy }))
    .execute()
}

export async function deleteLayout(trx: Transaction, { kind, orgCode }: Pick<LayoutRow, 'kind' | 'orgCode'>) {
  await trx.deleteFrom('printLayout').where('kind', '=', kind).where('orgCode', '=', orgCode).execute()
}

export async function storeLogos(trx: Transaction, orgCode: string, logos: readonly PrintLogo[]): Promise<void> {
  await trx.deleteFrom('printLogo').where('orgCode', '=', orgCode).execute()
  if (logos.length === 0) return
  const rows = logos.map(({ dots, ...size }) => ({ ...size, orgCode, dots: Buffer.from(dots, 'base64') }))
  await trx.insertInto('printLogo').values(rows).execute()
}
