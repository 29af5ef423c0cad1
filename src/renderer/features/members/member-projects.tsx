import { useQuery } from '@tanstack/react-query'
import { Button, Popover, Skeleton } from 'antd'
import { type ReactNode, useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { ErrorBlock } from '#renderer/ui/display/blocks.tsx'
import { UNLIMITED } from '#shared/features/rules/consume-rules.contract.ts'
import type { UserProject } from '#shared/features/wallets/user-projects.contract.ts'

/** What to show of a member's projects: visits, unlimited cards, or both. */
type Kind = 'times' | 'unlimited' | 'all'

const isShown: Record<Kind, (project: UserProject) => boolean> = {
  times: ({ frequency }) => frequency > 0,
  unlimited: ({ isChangWan }) => isChangWan === 'YES',
  all: () => true,
}

/** A value of a member that opens its details by project. */
export function MemberProjects({ userId, kind, children }: { userId: string; kind: Kind; children: ReactNode }) {
  const { t } = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <Popover
      open={isOpen}
      onOpenChange={setOpen}
      trigger="click"
      title={t(`memberPicker.${kind}`)}
      content={isOpen ? <Projects userId={userId} kind={kind} /> : null}
    >
      {/* A click opens the details without choosing the row. */}
      <Button type="link" size="small" onClick={(event) => event.stopPropagation()}>
        {children}
      </Button>
    </Popover>
  )
}

function Projects({ userId, kind }: { userId: string; kind: Kind }) {
  const { t } = useText()
  const projects = useQuery({
    queryKey: ['userProjects', userId],
    queryFn: async () => (await client.userProjects.listByUser({ query: { userId } })).result,
  })
  if (projects.error) return <ErrorBlock error={projects.error} retry={() => void projects.refetch()} />
  if (!projects.data) return <Skeleton active title={false} paragraph={{ rows: 2, width: 220 }} />
  const shown = projects.data.filter(isShown[kind])
  if (shown.length === 0) return <p className="pl-member-projects">{t('memberPicker.noProjects')}</p>
  return (
    <dl className="pl-member-projects">
      {shown.map((project) => (
        <Project key={project.projectType} project={project} kind={kind} />
      ))}
    </dl>
  )
}

function Project({ project, kind }: { project: UserProject; kind: Kind }) {
  const { t } = useText()
  const { projectType, frequency, isChangWan, changwanName, changwanCount, changWanLastDay } = project
  const uses = changwanCount === UNLIMITED ? t('memberPicker.noLimit') : t('rule.visits', { count: changwanCount })
  const end = changWanLastDay ? t('memberPicker.until', { day: changWanLastDay }) : t('memberPicker.noEnd')
  return (
    <>
      <dt>{projectType === 'currency' ? t('memberPicker.currency') : projectType}</dt>
      <dd>
        {kind === 'unlimited' ? null : <span>{t('rule.visits', { count: frequency })}</span>}
        {kind !== 'times' && isChangWan === 'YES' ? (
          <span>
            {changwanName} · {uses} · {end}
          </span>
        ) : null}
      </dd>
    </>
  )
}
