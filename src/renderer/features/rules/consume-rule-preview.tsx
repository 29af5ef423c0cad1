import { InputNumber } from 'antd'
import { useState } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { noticeText } from '#renderer/core/notice.ts'
import { exampleLines, RuleButton, useRulePrice } from '#renderer/features/counter/index.ts'
import { useLevels } from '#renderer/features/members/index.ts'
import { useDict } from '#renderer/ui/form/fields.tsx'
import { Member } from '#shared/features/members/members.contract.ts'
import { problemsOf } from '#shared/features/rules/consume-rules.calc.ts'
import type { ConsumeRuleFields } from '#shared/features/rules/consume-rules.schema.ts'
import { conditionsOf, lengthsOf, offeredAs } from './consume-rules.calc.ts'
import { RuleProblems } from './rule-problems.tsx'

/** An example member with value in every wallet. */
const exampleMember = Member.parse({
  id: '100001',
  orgCode: '',
  nickname: '',
  realname: '',
  phone: '',
  avatar: '',
  physicalCard: '',
  balance: 500,
  give: 50,
  integral: 300,
  laps: 20,
  coins: 100,
  frequency: 10,
  availableBalance: 550,
  availableIntegral: 300,
  availableQuan: 20,
  availableCoins: 100,
  projects: [],
  isChangWan: 'NO',
  changwanName: '',
  changWanEndTime: null,
  memberLevel: '',
  havePassword: 'NO',
  frozen: false,
  createTime: '2026-01-01 00:00:00',
})

/** The example member, with an unlimited card where the rule needs one. */
const holderFor = ({ consumeTypeRole, projectType }: ConsumeRuleFields): Member =>
  consumeTypeRole === 'PLAYFREELY'
    ? {
        ...exampleMember,
        projects: [
          {
            projectType,
            frequency: 0,
            availableFrequency: 0,
            isChangWan: 'YES',
            changwanName: '',
            changWanEndTime: null,
            changWanLastDay: null,
            changwanCount: -1,
          },
        ],
      }
    : exampleMember

const MAX_PEOPLE = 20

/** The preview of a rule: its tile, and the cost for an example. */
export function ConsumeRulePreview({ rule, store }: { rule: ConsumeRuleFields; store: string | undefined }) {
  const { t } = useText()
  const [people, setPeople] = useState(2)
  const price = useRulePrice()
  const levels = useLevels(store)
  const days = useDict('weekday')
  const offered = offeredAs({ ...rule, consumeRoleName: rule.consumeRoleName || t('consumeRule.name') })
  const isForOne = rule.consumeTypeRole === 'PLAYFREELY' || rule.consumeTypeRole === 'TESTCARD'
  const count = isForOne ? 1 : people
  const isGuest = rule.consumeTypeRole === 'NOCARDCONSUME'
  const lines = exampleLines(offered, count, isGuest ? null : holderFor(rule))
  const level = levels.find(({ code }) => code === rule.memberLevel)?.name ?? rule.memberLevel
  const onDays = days.filter(({ value }) => rule.memberDay.split(',').includes(value)).map(({ label }) => label)
  return (
    <aside className="pl-rule-preview" aria-label={t('rules.preview')}>
      <h3>{t('consumeRule.atCounter')}</h3>
      <RuleButton
        tile={{ rule: offered, fullPrice: null, digit: 1, reason: null, refusal: null }}
        isChosen={false}
        onChoose={() => undefined}
      />
      <h3>{t('consumeRule.toMember')}</h3>
      <div className="pl-rule-card">
        <strong>{offered.consumeRoleName}</strong>
        <span className="pl-amount">
          {price(offered)}
          {rule.priceMode === 'every' && rule.price > 0 ? <small> / {t('consumeRule.person')}</small> : null}
        </span>
        <span>
          {lengthsOf(rule)
            .map((notice) => noticeText(t, notice))
            .join(' · ') || '—'}
        </span>
        <ul>
          {conditionsOf(rule, level).map((notice) => (
            <li key={notice.key}>
              {notice.key === 'consumeRule.onDays' ? t(notice.key, { days: onDays.join(' ') }) : noticeText(t, notice)}
            </li>
          ))}
        </ul>
      </div>
      <h3>{t('consumeRule.example')}</h3>
      <div className="pl-rule-example" aria-live="polite">
        <p>
          <InputNumber
            aria-label={t('people.label')}
            size="small"
            min={1}
            max={MAX_PEOPLE}
            precision={0}
            disabled={isForOne}
            value={count}
            onChange={(next) => setPeople(next ?? 1)}
          />{' '}
          {t(isGuest ? 'consumeRule.exampleGuests' : 'consumeRule.exampleMember')}
        </p>
        <strong>{lines.map((line) => noticeText(t, line)).join(t('rules.and'))}</strong>
      </div>
      <RuleProblems problems={problemsOf(rule)} />
    </aside>
  )
}
