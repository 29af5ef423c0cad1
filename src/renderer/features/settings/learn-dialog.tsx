import { useQueries } from '@tanstack/react-query'
import { Alert, Button, Modal, Radio, Spin } from 'antd'
import { useEffect, useState } from 'react'
import { textOfError, useText } from '#renderer/core/locale.ts'
import { usePlatform } from '#renderer/platform/context.ts'
import type { DevicesPort } from '#renderer/platform/platform.ts'
import type { CardFormat, LearnedReader, ReaderSettings } from '#shared/ipc/devices.ts'

interface LearnDialogProps {
  reader: ReaderSettings
  devices: DevicesPort
  onApply: (learned: { protocol: LearnedReader['protocol']; baudRate: number; format: CardFormat }) => void
  onClose: () => void
}

type Stage =
  | { kind: 'waiting'; swipes: number }
  | { kind: 'learned'; learned: LearnedReader }
  | { kind: 'failed'; error: unknown }

/** Waits for a swipe on one reader, and lets the cashier select the format that gives the card's number. */
export function LearnDialog({ reader, devices, onApply, onClose }: LearnDialogProps) {
  const { t } = useText()
  const [stage, setStage] = useState<Stage>({ kind: 'waiting', swipes: 0 })
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader is the one the dialog was opened for.
  useEffect(() => {
    let isOver = false
    setStage({ kind: 'waiting', swipes: 0 })
    const stopHearing = devices.onLearnSwipe((swipes) => setStage({ kind: 'waiting', swipes }))
    devices.learnReader(reader).then(
      (learned) => isOver || setStage({ kind: 'learned', learned }),
      (error: unknown) => isOver || setStage({ kind: 'failed', error }),
    )
    return () => {
      isOver = true
      stopHearing()
      void devices.stopLearning()
    }
  }, [attempt])

  return (
    <Modal open width={460} title={t('settings.learn.title')} footer={null} onCancel={onClose}>
      <div role="status" data-testid="learning">
        {stage.kind === 'waiting' ? (
          <p className="pl-learn-wait">
            <Spin size="small" />{' '}
            {stage.swipes === 0 ? t('settings.learn.wait') : t('settings.learn.again', { count: stage.swipes })}
          </p>
        ) : null}
        {stage.kind === 'failed' ? (
          <Alert
            type="warning"
            showIcon
            title={textOfError(t, stage.error)}
            action={<Button onClick={() => setAttempt(attempt + 1)}>{t('action.retry')}</Button>}
          />
        ) : null}
      </div>
      {stage.kind === 'learned' ? <Choice reader={reader} learned={stage.learned} onApply={onApply} /> : null}
    </Modal>
  )
}

/** The number in each format; one that matches a member is preselected. */
function Choice({
  reader,
  learned,
  onApply,
}: Pick<LearnDialogProps, 'reader' | 'onApply'> & { learned: LearnedReader }) {
  const { t } = useText()
  const platform = usePlatform()
  const { protocol, baudRate, numbers } = learned
  const [chosen, setChosen] = useState<CardFormat | null>(null)
  const members = useQueries({
    queries: numbers.map(({ value }) => ({
      queryKey: ['cardOf', value],
      queryFn: () => platform.members.find({ card: value }),
      retry: false,
    })),
  })
  const memberAt = (index: number) => members[index]?.data?.member ?? null
  const known = numbers.findIndex((_, index) => memberAt(index) !== null)
  const format = chosen ?? numbers[Math.max(0, known)]?.format ?? 'decimal10'
  const protocolName = t(`settings.reader.protocol.${protocol}`)
  return (
    <>
      <p>
        {reader.link === 'serial'
          ? t('settings.learn.foundSerial', { protocol: protocolName, baudRate })
          : t('settings.learn.found', { protocol: protocolName })}
      </p>
      <p>{t('settings.learn.choose')}</p>
      <Radio.Group
        className="pl-learn-numbers"
        value={format}
        onChange={(event) => setChosen(event.target.value as CardFormat)}
        options={numbers.map(({ format: one, value }, index) => {
          const member = memberAt(index)
          const name = member ? member.realname || member.nickname || member.id : ''
          return {
            value: one,
            label: (
              <>
                <strong>{value}</strong> {t(`settings.format.${one}`)}
                {member ? ` · ${t('settings.learn.known', { name })}` : ''}
              </>
            ),
          }
        })}
      />
      <Button type="primary" autoFocus onClick={() => onApply({ protocol, baudRate, format })}>
        {t('settings.learn.apply')}
      </Button>
    </>
  )
}
