import { useQuery } from '@tanstack/react-query'
import { Button, DatePicker, Input, Select, Tag } from 'antd'
import dayjs from 'dayjs'
import { useState } from 'react'
import { client } from '#renderer/core/client.ts'
import { useText } from '#renderer/core/locale.ts'
import { queryClient } from '#renderer/core/query.ts'
import { useSession } from '#renderer/core/session.ts'
import { MemberPickerField } from '#renderer/features/members/index.ts'
import { RulePickerField } from '#renderer/features/rules/index.ts'
import { VehiclePickerField } from '#renderer/features/vehicles/index.ts'
import { PlayState } from '#shared/features/sessions/play-before-pay.contract.ts'
import { useRecordFilters } from './record-filters.ts'

const WIRE = 'YYYY-MM-DD HH:mm:ss'
const dayOf = (value: string | undefined) => (value ? dayjs(value) : null)

/** Filters without a field in this row are shown as tags, so that a short list is explained. */
const people = ['staffName', 'cancelledBy'] as const

/** One search over ticket, phone, name, vehicle and serial number; store (headquarters only), state and order time (spec §2). */
export function PlayRecordFilters() {
  const { t } = useText()
  const { query, look, reset } = useRecordFilters()
  const identity = useSession(({ session }) => session?.userInfo.identity)
  const [keyword, setKeyword] = useState(query.keyword ?? '')
  // Back or a link may have changed the filters.
  const [asked, setAsked] = useState(query.keyword)
  if (asked !== query.keyword) {
    setAsked(query.keyword)
    setKeyword(query.keyword ?? '')
  }
  const [isExpanded, setExpanded] = useState(Boolean(query.userId || query.vehicleId || query.ruleId))
  // Searching for the same again refreshes the list.
  const search = () => {
    look({ keyword: keyword.trim() || undefined })
    void queryClient.invalidateQueries({ queryKey: ['playRecords'] })
  }
  return (
    <search className="pl-filters">
      <Input
        aria-label={t('records.keyword')}
        placeholder={t('records.keyword')}
        title={t('records.keyword')}
        value={keyword}
        allowClear
        maxLength={36}
        onChange={(event) => {
          setKeyword(event.target.value)
          if (event.target.value === '') look({ keyword: undefined })
        }}
        onPressEnter={search}
        style={{ width: 260 }}
      />
      {identity === '0' || identity === '-1' ? <StoreFilter /> : null}
      <Select
        aria-label={t('records.state')}
        placeholder={t('records.state')}
        allowClear
        value={query.playState}
        onChange={(playState) => look({ playState })}
        options={PlayState.options.map((value) => ({ value, label: t(`state.${value}`) }))}
        style={{ width: 100 }}
      />
      <DatePicker.RangePicker
        aria-label={t('records.time')}
        showTime={{ format: 'HH:mm' }}
        format="YYYY-MM-DD HH:mm"
        style={{ width: 310 }}
        placeholder={[t('records.from'), t('records.to')]}
        allowEmpty={[true, true]}
        value={[dayOf(query.createTime_begin), dayOf(query.createTime_end)]}
        onChange={(range) =>
          look({
            createTime_begin: range?.[0]?.startOf('minute').format(WIRE),
            createTime_end: range?.[1]?.endOf('minute').format(WIRE),
          })
        }
      />
      {isExpanded ? <PickedFilters /> : null}
      <Button type="primary" onClick={search}>
        {t('action.search')}
      </Button>
      <Button
        onClick={() => {
          setKeyword('')
          reset()
        }}
      >
        {t('action.reset')}
      </Button>
      <Button type="link" aria-expanded={isExpanded} onClick={() => setExpanded(!isExpanded)}>
        {t(isExpanded ? 'crud.collapse' : 'crud.expand')}
      </Button>
      {people.map((name) =>
        query[name] ? (
          <Tag key={name} closable onClose={() => look({ [name]: undefined })}>
            {t(`records.${name}`)}: {query[name]}
          </Tag>
        ) : null,
      )}
    </search>
  )
}

/** Filters by member, vehicle and rule. */
function PickedFilters() {
  const { t } = useText()
  const { query, look } = useRecordFilters()
  return (
    <>
      <span className="pl-filters-picked">
        <MemberPickerField
          label={t('memberPicker.title')}
          placeholder={t('memberPicker.title')}
          value={query.userId}
          onChange={(userId) => look({ userId })}
        />
      </span>
      <span className="pl-filters-picked">
        <VehiclePickerField
          label={t('vehiclePicker.title')}
          placeholder={t('vehiclePicker.title')}
          value={query.vehicleId}
          onChange={(vehicleId) => look({ vehicleId })}
        />
      </span>
      <span className="pl-filters-picked">
        <RulePickerField
          label={t('rulePicker.title')}
          placeholder={t('rulePicker.title')}
          value={query.ruleId}
          onChange={(ruleId) => look({ ruleId })}
        />
      </span>
    </>
  )
}

function StoreFilter() {
  const { t } = useText()
  const { query, look } = useRecordFilters()
  const stores = useQuery({
    queryKey: ['currentDeparts'],
    queryFn: async () => (await client.signIn.currentDeparts()).result,
  })
  return (
    <Select
      aria-label={t('records.store')}
      placeholder={t('records.store')}
      allowClear
      loading={stores.isPending}
      value={query.sysOrgCode}
      onChange={(sysOrgCode) => look({ sysOrgCode })}
      showSearch={{ optionFilterProp: 'label' }}
      options={(stores.data?.scope ?? []).map((one) => ({ value: one.orgCode, label: one.departName }))}
      style={{ width: 150 }}
    />
  )
}
