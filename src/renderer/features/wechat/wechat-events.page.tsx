import { useText } from '#renderer/core/locale.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { type Tone, ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import type { WechatEventName } from '#shared/features/wechat/wechat-events.contract.ts'

const tones = { subscribe: 'success', unsubscribe: 'warning', scan: 'neutral' } satisfies Record<WechatEventName, Tone>

/** What users did with the public account. */
export function WechatEventsPage() {
  const { t } = useText()
  const events = useDict('wechat_event')
  return (
    <CrudPage
      resource="wechatEvents"
      title="menu.wechatEvents"
      columns={[
        {
          name: 'wechatEvent',
          options: events,
          onCard: true,
          render: ({ wechatEvent }) => <ToneTag tone={tones[wechatEvent]}>{t(`wechatEvent.${wechatEvent}`)}</ToneTag>,
        },
        { name: 'scene', onCard: true, width: 180 },
        { name: 'openid', width: 260 },
        { name: 'appId', width: 180, optional: true },
        { name: 'happenedTime', sorter: true, onCard: true },
        { name: 'createTime', sorter: true, title: 'wechatEvent.received', optional: true },
      ]}
      filters={[
        <ChoiceFilter key="event" name="wechatEvent" options={events} />,
        <TextFilter key="scene" name="scene" />,
        <DaysFilter key="happened" name="happenedTime" />,
      ]}
    />
  )
}
