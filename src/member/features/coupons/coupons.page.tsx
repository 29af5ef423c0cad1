import { useQuery } from '@tanstack/react-query'
import { minuteOf, money } from '#member/core/amounts.ts'
import { client } from '#member/core/client.ts'
import { useText } from '#member/core/locale.ts'
import { hrefOf } from '#member/core/router.ts'
import { Answered } from '#member/ui/answered.tsx'
import { Qr } from '#member/ui/qr.tsx'
import { Rows } from '#member/ui/rows.tsx'
import { Empty } from '#member/ui/states.tsx'

/** The member's coupons; one of them with the code that the counter scans. */
export function CouponsPage({ rest }: { rest: string }) {
  const { t } = useText()
  const coupons = useQuery({ queryKey: ['coupons'], queryFn: async () => (await client.memberHome.coupons()).result })
  return (
    <Answered query={coupons}>
      {(list) => {
        const rows = list.map(({ code, name, kind, value, percent, rules, gift, endTime }) => ({
          key: code,
          title: name,
          note: [
            kind === 'gift' ? gift : rules,
            endTime === null ? t('memberCoupons.noEnd') : t('memberCoupons.until', { time: minuteOf(endTime) }),
          ]
            .filter(Boolean)
            .join(' · '),
          value:
            kind === 'discount' && percent > 0
              ? t('memberCoupons.percentOff', { percent })
              : kind === 'rule'
                ? t('memberCoupons.ride')
                : kind === 'gift'
                  ? t('memberCoupons.gift')
                  : money(value),
          href: hrefOf('coupons', code),
        }))
        const opened = rows.find(({ key }) => key === rest)
        if (opened)
          return (
            <section className="m-card m-centre">
              <h2 className="m-title">{opened.title}</h2>
              <p className="m-figure">{opened.value}</p>
              <Qr value={opened.key} label={opened.title} />
              <p className="m-code">{opened.key}</p>
              <p className="m-hint">{opened.note}</p>
              <p className="m-hint">{t('memberCoupons.show')}</p>
            </section>
          )
        if (rest !== '') return <Empty text={t('memberCoupons.gone')} />
        return rows.length === 0 ? <Empty text={t('memberCoupons.none')} /> : <Rows rows={rows} />
      }}
    </Answered>
  )
}
