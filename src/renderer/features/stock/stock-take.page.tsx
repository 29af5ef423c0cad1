import { MinusOutlined, PlusOutlined } from '@ant-design/icons'
import { useMutation } from '@tanstack/react-query'
import { App, Button, Input, InputNumber, Progress, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { everyRow } from '#renderer/core/every-row.ts'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { useMay, useSession } from '#renderer/core/session.ts'
import { playSound } from '#renderer/core/sounds.ts'
import { readStored, store } from '#renderer/core/storage.ts'
import { isAnswerLost } from '#renderer/platform/start-once.ts'
import { refreshList } from '#renderer/ui/crud/crud-data.ts'
import { useQuestion } from '#renderer/ui/dialog/use-question.tsx'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import { PageHead } from '#renderer/ui/layout/page-head.tsx'
import { useScan } from '#renderer/ui/scan/scans.ts'
import { toWireTime } from '#shared/core/time.ts'
import { barcodesOf } from '#shared/features/scans/index.ts'
import { MAX_PIECES, type StockItemKind } from '#shared/features/stock/stock.schema.ts'
import type { TextKey } from '#shared/i18n/catalogue.ts'
import { SignedCount } from './signed-count.tsx'
import {
  beginStockTake,
  checkItem,
  countItem,
  countsToSet,
  differenceOf,
  foundItems,
  itemOfScan,
  itemsOf,
  progressOf,
  readItem,
  type StockedItem,
  type StockTake,
  type StockTakeFilter,
  scanItem,
  setItem,
  type TakenItem,
} from './stock-take.calc.ts'
import './stock-take.css'

/** So many items are shown at first; the search finds the others. */
const SHOWN = 100
/** The stock is read once a count has rested so long. */
const READ_AFTER_MS = 800
const FILTERS = ['all', 'toCount', 'counted', 'differs'] as const satisfies StockTakeFilter[]

/** How the stock of each kind of items is read and counted. */
const kinds = {
  product: {
    title: 'stock.take.products',
    async all(sysOrgCode: string): Promise<StockedItem[]> {
      const page = async (pageNo: number) =>
        (await client.products.list({ query: { pageNo, pageSize: 200, sysOrgCode, tracksStock: 'YES' } })).result
      return (await everyRow(page)).map(({ id, productName: name, barcode, stock, stockLineId }) => ({
        kind: 'product',
        id,
        name,
        barcode,
        stock,
        stockLineId,
      }))
    },
    read: async (id: string) => (await client.products.queryById({ query: { id } })).result,
    count: client.productStock.count,
    lists: ['products', 'productStock'],
  },
  gift: {
    title: 'stock.take.gifts',
    async all(sysOrgCode: string): Promise<StockedItem[]> {
      const page = async (pageNo: number) =>
        (await client.gifts.list({ query: { pageNo, pageSize: 200, sysOrgCode } })).result
      return (await everyRow(page)).map(({ id, giftName: name, barcode, stock, stockLineId }) => ({
        kind: 'gift',
        id,
        name,
        barcode,
        stock,
        stockLineId,
      }))
    },
    read: async (id: string) => (await client.gifts.queryById({ query: { id } })).result,
    count: client.giftStock.count,
    lists: ['gifts', 'giftStock'],
  },
} as const satisfies Record<StockItemKind, { title: TextKey } & Record<string, unknown>>

/** A stock-take of the current store, stored on this device with each count until it is finished. */
function useStockTake() {
  const orgCode = useSession(({ session }) => session?.userInfo.orgCode ?? '')
  const userId = useSession(({ session }) => session?.userInfo.id ?? '')
  const storageKey = `pitlane.stockTake.${userId}.${orgCode}`
  const [take, setTake] = useState(() => readStored(storageKey) as StockTake | null)
  const latest = useRef(take)
  const update = (next: (take: StockTake) => StockTake | null): void => {
    const current = latest.current
    if (!current) return
    latest.current = next(current)
    store(storageKey, latest.current)
    setTake(latest.current)
  }
  const begin = (items: readonly StockedItem[]): void => {
    latest.current = beginStockTake(items, toWireTime(new Date()))
    store(storageKey, latest.current)
    setTake(latest.current)
  }
  return { orgCode, take, latest, update, begin, isStored: () => readStored(storageKey) !== null }
}

/** Counts the stock of a store with a scanner or by hand, also while the server is away, and sets it afterwards. */
export function StockTakePage() {
  const { t } = useText()
  const { take, ...work } = useStockTake()
  const [mayCountProducts, maySeeProducts] = [useMay('productstock:count'), useMay('product:list')]
  const [mayCountGifts, maySeeGifts] = [useMay('giftstock:count'), useMay('gift:list')]
  const may = { product: mayCountProducts && maySeeProducts, gift: mayCountGifts && maySeeGifts }
  const offered = (Object.keys(kinds) as StockItemKind[]).filter((kind) => may[kind])
  return (
    <div className="pl-page">
      {take ? (
        <RunningTake take={take} {...work} />
      ) : (
        <>
          <PageHead title={t('menu.stockTake')} />
          <BeginTake kinds={offered} orgCode={work.orgCode} onBegin={work.begin} isStored={work.isStored} />
        </>
      )}
    </div>
  )
}

interface BeginTakeProps {
  kinds: readonly StockItemKind[]
  orgCode: string
  onBegin(items: readonly StockedItem[]): void
  isStored(): boolean
}

function BeginTake({ kinds: offered, orgCode, onBegin, isStored }: BeginTakeProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const [chosen, choose] = useState<StockItemKind | 'both'>(offered.length > 1 ? 'both' : (offered[0] ?? 'both'))
  const begin = useMutation({
    mutationFn: async () => {
      const wanted = chosen === 'both' ? offered : [chosen]
      return (await Promise.all(wanted.map((kind) => kinds[kind].all(orgCode)))).flat()
    },
    onSuccess(items) {
      if (items.length === 0) return
      onBegin(items)
      if (!isStored()) void message.warning(t('stock.take.notStored'))
    },
  })
  return (
    <section className="pl-panel pl-take-begin">
      <p>{t('stock.take.about')}</p>
      {offered.length > 1 ? (
        <Segmented
          aria-label={t('stock.take.what')}
          value={chosen}
          options={[
            { value: 'both', label: t('stock.take.both') },
            ...offered.map((kind) => ({ value: kind, label: t(kinds[kind].title) })),
          ]}
          onChange={choose}
        />
      ) : null}
      <Button type="primary" loading={begin.isPending} onClick={() => begin.mutate()}>
        {t('stock.take.begin')}
      </Button>
      {begin.error ? <ErrorBlock error={begin.error} retry={() => begin.mutate()} /> : null}
      {begin.data?.length === 0 ? <EmptyBlock title={t('stock.take.nothing')} /> : null}
    </section>
  )
}

type RunningTakeProps = Omit<ReturnType<typeof useStockTake>, 'take' | 'begin' | 'isStored' | 'orgCode'> & {
  take: StockTake
}

function RunningTake({ take, latest, update }: RunningTakeProps) {
  const { t } = useText()
  const { message } = App.useApp()
  const ask = useQuestion()
  const [filter, setFilter] = useState<StockTakeFilter>('all')
  const [text, setText] = useState('')
  const [isAwayNow, setAway] = useState(false)
  const [scanned, setScanned] = useState('')
  const [reason, setReason] = useState(() => t('stock.take.reason'))
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const waiting = timers.current
    return () => {
      for (const timer of waiting.values()) clearTimeout(timer)
    }
  }, [])
  const itemOf = (id: string) => latest.current?.items.find((item) => item.id === id)

  /** Reads the stock as it is at the count. */
  async function read(id: string): Promise<void> {
    const item = itemOf(id)
    if (!item || item.counted === null) return
    try {
      const row = await kinds[item.kind].read(id)
      setAway(false)
      update((now) => readItem(now, item, row))
    } catch (error) {
      if (isAnswerLost(error)) setAway(true)
      else update((now) => setItem(now, item, { problem: textOfError(t, error) }))
    }
  }
  const counts = (id: string, next: (take: StockTake) => StockTake): void => {
    update(next)
    clearTimeout(timers.current.get(id))
    timers.current.set(
      id,
      setTimeout(() => void read(id), READ_AFTER_MS),
    )
  }

  const set = useMutation({
    async mutationFn() {
      for (const { id } of countsToSet(latest.current ?? take)) {
        clearTimeout(timers.current.get(id))
        await setOne(id)
      }
    },
    async onSettled() {
      await Promise.all(Object.values(kinds).flatMap(({ lists }) => lists.map(refreshList)))
    },
    onSuccess() {
      setAway(false)
      playSound('done')
    },
    onError(error) {
      if (isAnswerLost(error)) setAway(true)
      playSound('error')
    },
  })

  /** Sets one count. Rejects where the server is away; a refusal stays beside its item. */
  async function setOne(id: string): Promise<void> {
    const before = itemOf(id)
    if (!before) return
    try {
      if (!before.isFresh) {
        const row = await kinds[before.kind].read(id)
        update((now) => checkItem(now, before, row))
      }
      const item = itemOf(id)
      if (!item || item.counted === null || item.hasMoved || item.key !== before.key) return
      const body = { id, counted: item.counted, seenLineId: item.stockLineId, reason }
      const { result } = await kinds[item.kind].count({ key: item.key, body })
      update((now) => setItem(now, item, { after: result.stock }))
    } catch (error) {
      if (isAnswerLost(error)) throw error
      update((now) => setItem(now, before, { problem: textOfError(t, error) }))
    }
  }

  useScan(
    (scan) => {
      const item = itemOfScan(latest.current ?? take, scan)
      if (!item) {
        if (barcodesOf(scan).length === 0) return false
        playSound('error')
        setScanned(t('stock.take.unknown', { code: scan.value }))
        return
      }
      playSound('scan')
      counts(item.id, (now) => scanItem(now, item.id))
      setScanned(t('stock.take.scanned', { name: item.name, count: (itemOf(item.id)?.counted ?? 0).toString() }))
    },
    'page',
    true,
    { takesRepeats: true },
  )

  const { items, counted, set: done } = progressOf(take)
  const toSet = countsToSet(take).length
  const found = foundItems(itemsOf(take, filter), text)
  const finish = () => {
    const ends = () => update(() => null)
    if (counted === done) ends()
    else
      ask({
        title: t('stock.take.drop', { count: counted - done }),
        ok: t('stock.take.dropOk'),
        isDanger: true,
        onOk: ends,
      })
  }
  return (
    <>
      <PageHead title={t('menu.stockTake')}>
        <span className="pl-take-since">
          {t('stock.take.since')} <When value={take.startedAt} />
        </span>
        <Button disabled={set.isPending} onClick={finish}>
          {t('stock.take.finish')}
        </Button>
      </PageHead>
      <section className="pl-panel pl-take">
        <div className="pl-take-tools">
          <Input.Search
            autoFocus
            allowClear
            value={text}
            placeholder={t('stock.take.search')}
            aria-label={t('stock.take.search')}
            onChange={({ target }) => setText(target.value)}
            onSearch={(typed) => {
              const [first, ...others] = foundItems(take.items, typed)
              if (typed.trim() === '' || !first || (others.length > 0 && first.barcode !== typed.trim())) return
              counts(first.id, (now) => scanItem(now, first.id))
              setText('')
            }}
          />
          <Segmented
            aria-label={t('stock.take.filter')}
            value={filter}
            options={FILTERS.map((value) => ({
              value,
              label: `${t(`stock.take.filter.${value}`)} ${itemsOf(take, value).length}`,
            }))}
            onChange={setFilter}
          />
        </div>
        <output className="pl-take-scanned" aria-live="polite">
          {scanned || t('stock.take.hint')}
        </output>
        {isAwayNow ? (
          <p className="pl-take-away" role="alert">
            {t('stock.take.away')}
          </p>
        ) : null}
        {found.length === 0 ? <EmptyBlock title={t('stock.take.noneFound')} /> : null}
        <ul className="pl-take-items">
          {found.slice(0, SHOWN).map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              disabled={set.isPending}
              onCount={(count) => counts(item.id, (now) => countItem(now, item.id, count))}
            />
          ))}
        </ul>
        {found.length > SHOWN ? <p>{t('stock.take.more', { count: found.length - SHOWN })}</p> : null}
      </section>
      <footer className="pl-panel pl-take-foot">
        <div className="pl-take-progress">
          <span>{t('stock.take.progress', { counted, items, set: done })}</span>
          <Progress
            aria-hidden="true"
            size="small"
            showInfo={false}
            percent={(counted / items) * 100}
            success={{ percent: (done / items) * 100 }}
          />
        </div>
        <Input
          className="pl-take-reason"
          maxLength={200}
          value={reason}
          aria-label={t('stock.reason')}
          onChange={({ target }) => setReason(target.value)}
        />
        <Button
          type="primary"
          loading={set.isPending}
          disabled={toSet === 0 || reason.trim() === ''}
          onClick={() => {
            set.mutate(undefined, {
              onSuccess: () => void message.success(t('stock.take.isSet')),
              onError: (error) => void message.error(textOfError(t, error)),
            })
          }}
        >
          {t('stock.take.set', { count: toSet })}
        </Button>
      </footer>
    </>
  )
}

interface ItemRowProps {
  item: TakenItem
  disabled: boolean
  onCount(count: number | null): void
}

function ItemRow({ item, disabled, onCount }: ItemRowProps) {
  const { t } = useText()
  const { name, barcode, counted, stock, after, hasMoved, problem } = item
  const difference = differenceOf(item)
  return (
    <li>
      <span className="pl-take-name">
        {name}
        <small>{barcode || t(kinds[item.kind].title)}</small>
      </span>
      <span className="pl-take-state">
        {after === null ? t('stock.take.expected', { stock }) : null}
        {difference === null ? null : <SignedCount value={difference} />}
        {after === null ? null : <ToneTag tone="success">{t('stock.take.after', { stock: after })}</ToneTag>}
        {hasMoved ? <ToneTag tone="warning">{t('stock.take.moved')}</ToneTag> : null}
        {problem ? <ToneTag tone="error">{problem}</ToneTag> : null}
      </span>
      <span className="pl-take-count">
        <Button
          icon={<MinusOutlined />}
          aria-label={t('stock.take.less', { name })}
          disabled={disabled || !counted}
          onClick={() => onCount((counted ?? 0) - 1)}
        />
        <InputNumber
          min={0}
          max={MAX_PIECES}
          precision={0}
          controls={false}
          disabled={disabled}
          value={counted}
          placeholder="—"
          aria-label={t('stock.take.countOf', { name })}
          onChange={onCount}
        />
        <Button
          icon={<PlusOutlined />}
          aria-label={t('stock.take.add', { name })}
          disabled={disabled}
          onClick={() => onCount((counted ?? 0) + 1)}
        />
      </span>
    </li>
  )
}
