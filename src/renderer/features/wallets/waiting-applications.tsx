import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { useFrame } from '#renderer/ui/frame.ts'
import './wallets.css'

const PAGE = 'apply/SysApplyList'

/** How many discount applications wait for a decision, for those who decide; nothing where none does. */
export function WaitingApplications() {
  const { t } = useText()
  const navigate = useNavigate()
  const mayDecide = useMay('apply:review')
  const path = useFrame().pathOf(PAGE)
  const { data: waiting = 0 } = useQuery({
    queryKey: ['applications', 'waiting'],
    queryFn: async () => (await client.applications.list({ query: { applyState: '0', pageSize: 1 } })).result.total,
    enabled: mayDecide && path !== null,
  })
  if (waiting === 0 || !path) return null
  return (
    <section className="pl-panel pl-wallet-waiting" role="status">
      <strong>{t('apply.waiting', { count: waiting })}</strong>
      <Button type="primary" onClick={() => void navigate(path)}>
        {t('apply.decide')}
      </Button>
    </section>
  )
}
