import { useText } from '#renderer/core/locale.ts'
import { LevelTag } from '#renderer/features/members/levels/level-tag.tsx'
import { useEveryLevel, useLevelOf } from '#renderer/features/members/levels/use-levels.ts'
import { useWalletActions } from '#renderer/features/wallets/index.ts'
import { CrudPage } from '#renderer/ui/crud/crud-page.tsx'
import { AmountsFilter, ChoiceFilter, DaysFilter, TextFilter } from '#renderer/ui/crud/crud-search.tsx'
import { Money } from '#renderer/ui/display/money.tsx'
import { PersonPicture } from '#renderer/ui/display/person-picture.tsx'
import { ToneTag } from '#renderer/ui/display/tone-tag.tsx'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { useMemberActions } from './member-actions.tsx'
import { MemberFields } from './member-fields.tsx'
import './member-records.css'

/** The members: search, edit, freeze, import and export. */
export function MemberRecordsPage() {
  const { t } = useText()
  const sexes = useDict('sex')
  const levels = new Map(useEveryLevel().map(({ code, name }) => [code, name]))
  const levelOf = useLevelOf()
  const actions = useMemberActions()
  const wallets = useWalletActions()
  const states = [
    { value: 'false', label: t('member.state.open') },
    { value: 'true', label: t('member.state.frozen') },
  ]
  return (
    <>
      <CrudPage
        resource="memberRecords"
        title="menu.memberList"
        columns={[
          { name: 'id', sorter: true, width: 110 },
          {
            name: 'realname',
            sorter: true,
            width: 160,
            render: ({ avatar, realname, nickname }) => (
              <span className="pl-member-record-name">
                {avatar === '' ? null : <PersonPicture avatar={avatar} name={realname || nickname} size={24} />}
                {realname}
              </span>
            ),
            whole: ({ realname }) => realname,
          },
          { name: 'nickname', sorter: true, width: 150 },
          { name: 'phone', width: 130 },
          {
            name: 'memberLevel',
            width: 100,
            render: ({ orgCode, memberLevel, memberLevel_dictText }) =>
              memberLevel === '' ? (
                '—'
              ) : (
                <LevelTag colour={levelOf(orgCode, memberLevel)?.colour ?? 'slate'}>
                  {memberLevel_dictText ?? memberLevel}
                </LevelTag>
              ),
          },
          { name: 'balance', align: 'right', width: 110, render: ({ balance }) => <Money value={balance} /> },
          { name: 'give', align: 'right', width: 100, render: ({ give }) => <Money value={give} /> },
          { name: 'integral', align: 'right', width: 80 },
          { name: 'lastVisit', width: 120, onCard: true },
          {
            name: 'frozen',
            title: 'member.state',
            width: 90,
            onCard: true,
            options: states,
            render: ({ frozen, mergedInto }) =>
              mergedInto === null ? (
                <ToneTag tone={frozen ? 'error' : 'success'}>
                  {frozen ? t('member.state.frozen') : t('member.state.open')}
                </ToneTag>
              ) : (
                <ToneTag tone="neutral">{t('member.state.merged', { id: mergedInto })}</ToneTag>
              ),
          },
          { name: 'createTime', sorter: true, width: 170 },
          { name: 'physicalCard', optional: true, width: 130 },
          { name: 'laps', optional: true, align: 'right' },
          { name: 'coins', optional: true, align: 'right' },
          { name: 'frequency', optional: true, align: 'right' },
          { name: 'exp', optional: true, align: 'right' },
          { name: 'gender', optional: true, options: sexes },
          { name: 'birthday', optional: true, width: 120 },
          { name: 'idCard', optional: true, width: 180 },
          { name: 'endTime', optional: true, width: 170 },
          {
            name: 'havePassword',
            optional: true,
            render: ({ havePassword }) => t(havePassword === 'YES' ? 'member.passwordYes' : 'member.passwordNo'),
          },
          {
            name: 'editLimit',
            optional: true,
            render: ({ editLimit }) => (editLimit === -1 ? t('member.unlimited') : String(editLimit)),
          },
          { name: 'frozenReason', optional: true, width: 200 },
          { name: 'remark', optional: true, width: 200 },
          { name: 'openid', optional: true, width: 200 },
          { name: 'sysOrgCode_dictText', title: 'records.store', optional: true, width: 160 },
          { name: 'createBy', optional: true },
        ]}
        filters={[
          <TextFilter key="keyword" name="keyword" label="member.keyword" isWide />,
          <ChoiceFilter key="frozen" name="frozen" label="member.state" options={states} />,
          <ChoiceFilter
            key="level"
            name="memberLevel"
            options={[...levels].map(([value, label]) => ({ value, label }))}
          />,
          <DaysFilter key="visit" name="lastVisit" />,
          <DaysFilter key="created" name="createTime" />,
          <AmountsFilter key="balance" name="balance" />,
        ]}
        form={{
          width: 720,
          noun: 'noun.member',
          fields: (row) => <MemberFields row={row} />,
        }}
        actions={{
          ...actions.crud,
          row: (row) => [
            ...(actions.crud.row?.(row) ?? []),
            ...(row.mergedInto === null ? wallets.actionsOf(row.id) : []),
          ],
        }}
      />
      {actions.dialog}
      {wallets.dialog}
    </>
  )
}
