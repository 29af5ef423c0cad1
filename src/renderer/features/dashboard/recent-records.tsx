import { useQuery } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { useNavigate } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { EmptyBlock, ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { StateTag } from '#renderer/ui/display/state-tag.tsx'
import { When } from '#renderer/ui/display/when.tsx'
import { useFrame } from '#renderer/ui/layout/frame.ts'

const COUNTER_PATH = '/counter'
const LIST_PAGE = 'playbeforepay/SysPlayBeforePayList'

/** The latest play records. */
export function RecentRecords() {
  const { t } = useText()
  const navigate = useNavigate()
  const { pages, pathOf } = useFrame()
  const maySee = useMay('playbeforepay:list')
  const list = pathOf(LIST_PAGE)
  const counter = pages.find(({ key }) => key === COUNTER_PATH)
  const latest = useQuery({
    queryKey: ['playRecords', 'latest'],
    queryFn: async () => (await client.playBeforePay.list({ query: { pageSize: 5 } })).result.records,
    enabled: maySee,
  })
  if (!maySee) return null
  return (
    <section className="pl-panel" aria-labelledby="home-recent">
      <div className="pl-home-head">
        <h2 id="home-recent">{t('home.recent')}</h2>
        {list ? (
          <Button type="link" onClick={() => void navigate(list)}>
            {t('home.toList')}
          </Button>
        ) : null}
      </div>
      {latest.isPending ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {latest.error ? <ErrorBlock error={latest.error} retry={() => void latest.refetch()} /> : null}
      {latest.data?.length === 0 ? (
        <EmptyBlock
          title={t('home.empty')}
          action={
            counter ? (
              <Button type="primary" onClick={() => void navigate(counter.key)}>
                {t('home.toCounter')}
              </Button>
            ) : null
          }
        />
      ) : null}
      <ul className="pl-home-list">
        {latest.data?.map((record) => (
          <li key={record.id}>
            <span className="pl-home-what">
              <strong>{record.ticketNo || record.vehicleName}</strong>
              {record.vehicleName} · {record.racer}
              <small>
                <When value={record.createTime} /> · {record.sysOrgCode_dictText} · {record.roleName}
              </small>
            </span>
            <StateTag state={record.playState} />
            <Money value={record.price} />
          </li>
        ))}
      </ul>
    </section>
  )
}
