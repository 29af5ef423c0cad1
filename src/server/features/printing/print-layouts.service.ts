import { defaultLayouts, readPaper, renderPaper } from '#paper/index.ts'
import type { CallContext, Deps } from '#server/core/slice.ts'
import type { Transaction } from '#server/db/database.ts'
import { AppError } from '#shared/core/errors.ts'
import { newId } from '#shared/core/id.ts'
import { toWireTime } from '#shared/core/time.ts'
import { layoutProblem } from '#shared/features/printing/print-layout.calc.ts'
import {
  type LayoutBlock,
  LayoutBlocks,
  PaperKind,
  type PrintLogo,
} from '#shared/features/printing/print-layout.schema.ts'
import type { StoreLayouts } from '#shared/features/printing/print-layouts.contract.ts'
import { text } from '#shared/i18n/catalogue.ts'
import type { PrinterSettings } from '#shared/ipc/devices.ts'
import { printOrdered } from './print-answer.service.ts'
import { orderCopy } from './print-jobs.repository.ts'
import { deleteLayout, layoutsOf, logosOf, storeLayout, storeLogos } from './print-layouts.repository.ts'
import { samplePaper } from './sample-papers.view.ts'

interface PaperKey {
  orgCode: string
  kind: PaperKind
}

/** The layout that was edited, if the caller says so. */
interface EditedBlocks {
  editedBlocks?: LayoutBlock[] | undefined
}

type LayoutInput = PaperKey & EditedBlocks & { blocks: LayoutBlock[] }
type Preview = Omit<LayoutInput, 'editedBlocks'> & Pick<PrinterSettings, 'columns' | 'maker' | 'chinese'>

const stores = (trx: Transaction) =>
  trx.selectFrom('store').selectAll().where('kind', '=', 'store').orderBy('orgCode').execute()

async function lockStore(trx: Transaction, orgCode: string) {
  // Serializes concurrent changes of a layout.
  const store = await trx
    .selectFrom('store')
    .select('id')
    .where('orgCode', '=', orgCode)
    .where('kind', '=', 'store')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!store) throw new AppError('common.recordNotFound')
  return store
}

/** The layout that is used where a store has none of its own. */
const usedBlocks = (kind: PaperKind, row: { blocks: LayoutBlock[] } | undefined): LayoutBlock[] =>
  row?.blocks ?? defaultLayouts()[kind]

/** Layouts as text, with the properties in the order of the schema. */
const asText = (blocks: readonly LayoutBlock[]): string => JSON.stringify(LayoutBlocks.parse(blocks))

/** Throws `layouts.changed` if the layout in use is not the edited one any more. */
function requireUnchanged({ kind, editedBlocks }: PaperKey & EditedBlocks, row: { blocks: LayoutBlock[] } | undefined) {
  if (editedBlocks && asText(editedBlocks) !== asText(usedBlocks(kind, row)))
    throw new AppError('layouts.changed', { field: 'blocks' })
}

function requireValid({ kind, blocks }: LayoutInput): void {
  const problem = layoutProblem(kind, blocks)
  if (problem) throw new AppError(problem.code, problem.details)
}

/** Creates the service for layouts of papers; terminals receive changes with their snapshot. */
export function printLayoutsService({ realtime, clock }: Pick<Deps, 'realtime' | 'clock'>) {
  const announce = (ctx: CallContext, orgCode: string) =>
    ctx.afterCommit(() => realtime.publish({ topic: 'snapshot', orgCode }))

  return {
    query: (orgCode: string | undefined, ctx: CallContext): Promise<StoreLayouts | null> =>
      ctx.tx(async (trx) => {
        const all = await stores(trx)
        const requestedStore = all.find((store) => store.orgCode === (orgCode ?? ctx.user.orgCode))
        if (orgCode && !requestedStore) throw new AppError('common.recordNotFound')
        const store = requestedStore ?? all[0]
        if (!store) return null
        const rows = await layoutsOf(trx, store.orgCode)
        return {
          orgCode: store.orgCode,
          departName: store.name,
          stores: all.map((one) => ({ orgCode: one.orgCode, departName: one.name })),
          layouts: PaperKind.options.map((kind) => {
            const row = rows.find((one) => one.kind === kind)
            return {
              kind,
              blocks: usedBlocks(kind, row),
              isOwn: row !== undefined,
              updateTime: row ? toWireTime(row.updatedAt) : null,
              updateBy: row?.updatedBy ?? '',
            }
          }),
          logos: await logosOf(trx, store.orgCode),
        }
      }),

    /** Throws why the layout is invalid, or `layouts.changed` if it is not the edited one any more. */
    async edit(input: LayoutInput, ctx: CallContext): Promise<void> {
      requireValid(input)
      const { orgCode, kind, blocks } = input
      await ctx.tx(async (trx) => {
        const { id } = await lockStore(trx, orgCode)
        const before = (await layoutsOf(trx, orgCode)).find((row) => row.kind === kind)
        const isSame = before && asText(before.blocks) === asText(blocks)
        if (isSame) return
        requireUnchanged(input, before)
        await storeLayout(trx, { kind, orgCode, blocks, updatedAt: clock(), updatedBy: ctx.user.username })
        ctx.touched({ id, before: { kind, blocks: before?.blocks ?? [] }, after: { kind, blocks } })
      })
      announce(ctx, orgCode)
    },

    /** Throws `layouts.changed` if the layout is not the edited one any more. */
    async reset(input: PaperKey & EditedBlocks, ctx: CallContext): Promise<void> {
      const { orgCode, kind } = input
      await ctx.tx(async (trx) => {
        const { id } = await lockStore(trx, orgCode)
        const before = (await layoutsOf(trx, orgCode)).find((row) => row.kind === kind)
        if (!before) return
        requireUnchanged(input, before)
        await deleteLayout(trx, { orgCode, kind })
        ctx.touched({ id, before: { kind, blocks: before.blocks }, after: { kind, blocks: [] } })
      })
      announce(ctx, orgCode)
    },

    /** Renders a sample and decodes it, as terminals do. Throws `common.recordNotFound` or why the layout is invalid. */
    preview: (input: Preview, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        requireValid(input)
        const { orgCode, kind, blocks, columns, maker, chinese } = input
        const store = (await stores(trx)).find((one) => one.orgCode === orgCode)
        if (!store) throw new AppError('common.recordNotFound')
        const printer = { maker, chinese }
        const { bytes, missing } = renderPaper(samplePaper(kind, store, ctx.locale, clock()), {
          columns,
          copyNo: 1,
          printer,
          words: {
            headZh: store.receiptHeadZh,
            headEn: store.receiptHeadEn,
            footZh: store.receiptFootZh,
            footEn: store.receiptFootEn,
          },
          printing: { layouts: { [kind]: blocks }, logos: await logosOf(trx, orgCode) },
        })
        return { paper: readPaper(bytes, printer, columns), bytes: bytes.length, missing }
      }),

    /** Prints a sample, which its number marks as one. */
    printSample: ({ orgCode, kind, printId }: PaperKey & { printId: string }, ctx: CallContext) =>
      ctx.tx(async (trx) => {
        const store = (await stores(trx)).find((one) => one.orgCode === orgCode)
        if (!store) throw new AppError('common.recordNotFound')
        const now = clock()
        const sample = samplePaper(kind, store, ctx.locale, now)
        const ticket = { ...sample, orderId: newId(), ticketNo: text(ctx.locale, 'layout.sample.number') }
        const jobId = await orderCopy(trx, { orgCode, ticket, copyNo: 0, printId }, now)
        ctx.touched({ id: jobId })
        ctx.afterCommit(() => realtime.publish({ topic: 'printJobs', orgCode }))
        return printOrdered(trx, ctx, { orgCode, printId }, { jobId }, now)
      }),

    async editLogo({ orgCode, logos }: { orgCode: string; logos: PrintLogo[] }, ctx: CallContext): Promise<void> {
      const isComplete = logos.every(
        ({ width, height, dots }) => Buffer.from(dots, 'base64').length === (width / 8) * height,
      )
      if (!isComplete || new Set(logos.map(({ width }) => width)).size !== logos.length)
        throw new AppError('layouts.logoSize', { field: 'logos' })
      await ctx.tx(async (trx) => {
        const { id } = await lockStore(trx, orgCode)
        const before = await logosOf(trx, orgCode)
        await storeLogos(trx, orgCode, logos)
        ctx.touched({ id, before: { logos: before.map(sizeOf) }, after: { logos: logos.map(sizeOf) } })
      })
      announce(ctx, orgCode)
    },
  }
}

const sizeOf = ({ width, height }: PrintLogo): string => `${width}×${height}`
