import { CheckCircleFilled, CheckCircleOutlined } from '@ant-design/icons'
import { Button, Progress } from 'antd'
import { useEffect, useId, useState } from 'react'
import { useHelp } from '#renderer/core/help.ts'
import { useCounterKeyNames } from '#renderer/core/keyboard/counter-keys.ts'
import { useText } from '#renderer/core/locale.ts'
import { useMay } from '#renderer/core/session.ts'
import { completeTask, restartTour, type TourTask, tourTasks, useTour } from './tour.ts'

/** The tasks that the user's permissions allow. */
function useTasks(): readonly TourTask[] {
  const closed: Partial<Record<TourTask, boolean>> = {
    shift: !useMay('shift:work'),
    end: !useMay('vehicle:finish'),
    settle: !useMay('playbeforepay:consume'),
    recharge: !useMay('recharge:add'),
    void: !useMay('refund:void'),
  }
  return tourTasks.filter((task) => !closed[task])
}

/** The tour of the counter: the next task, how many are done, and the list of all. */
export function TourBar() {
  const { t } = useText()
  const keys = useCounterKeyNames()
  const listId = useId()
  const tasks = useTasks()
  const { done } = useTour()
  const [isListed, setListed] = useState(false)
  const isHelpOpen = useHelp((state) => state.isOpen)
  useEffect(() => {
    if (isHelpOpen) completeTask('help')
  }, [isHelpOpen])
  const finished = tasks.filter((task) => done.includes(task)).length
  const next = tasks.find((task) => !done.includes(task))
  const show = (event: { currentTarget: HTMLElement }) => {
    // The next key goes to the counter.
    event.currentTarget.blur()
    setListed(!isListed)
  }
  return (
    <section className="pl-tour" aria-label={t('tour.title')}>
      <Progress
        type="circle"
        size={28}
        percent={Math.round((finished / tasks.length) * 100)}
        format={() => String(finished)}
        aria-label={t('tour.progress', { done: finished, all: tasks.length })}
      />
      <p role="status">
        <strong>{t('tour.progress', { done: finished, all: tasks.length })}</strong>{' '}
        {next ? t(`tour.${next}`, keys) : t('tour.finished')}
      </p>
      {next ? null : <Button onClick={restartTour}>{t('tour.again')}</Button>}
      <Button aria-expanded={isListed} aria-controls={listId} onClick={show}>
        {t('tour.all')}
      </Button>
      {isListed ? (
        <ol id={listId}>
          {tasks.map((task) => (
            <li key={task} className={done.includes(task) ? 'pl-tour-done' : undefined}>
              {done.includes(task) ? (
                <CheckCircleFilled aria-label={t('tour.done')} />
              ) : (
                <CheckCircleOutlined aria-label={t('tour.open')} />
              )}{' '}
              {t(`tour.${task}`, keys)}
            </li>
          ))}
        </ol>
      ) : null}
    </section>
  )
}
