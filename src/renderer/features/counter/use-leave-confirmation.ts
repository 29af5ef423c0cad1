import { useRef } from 'react'
import { isCovered } from '#renderer/core/hotkeys.ts'
import { useText } from '#renderer/core/locale.ts'
import { useBackGuard } from '#renderer/ui/use-back-guard.ts'
import { useQuestion } from '#renderer/ui/use-question.tsx'

/** Back asks before what was chosen for a guest is lost, and leads away at once where nothing is. */
export function useLeaveConfirmation(isFilled: boolean): void {
  const { t } = useText()
  const ask = useQuestion()
  const isLeaving = useRef(false)
  const mustAsk = () => isFilled && !isLeaving.current
  useBackGuard(
    mustAsk,
    () => {
      if (!mustAsk()) return history.back()
      // A dialog is open, perhaps this question.
      if (isCovered()) return
      ask({
        title: t('counter.leaveAsk'),
        content: t('counter.leaveHint'),
        ok: t('counter.leave'),
        enter: 'no',
        onOk: () => {
          isLeaving.current = true
          history.back()
        },
      })
    },
    // A counter's window must close when it is closed, and begin anew when its sign-in has ended.
    { asksAtEnd: false },
  )
}
