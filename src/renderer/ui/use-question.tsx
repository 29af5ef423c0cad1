import { App } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { useText } from '#renderer/core/locale.ts'
import { hearEnter } from './hear-enter.ts'

interface Question {
  title: string
  content?: ReactNode
  /** What is done, as its button says it. */
  ok: string
  /** What leaves everything as it is; "cancel" where nothing says it better. */
  no?: string
  isDanger?: boolean
  /** What Enter means: the harmless answer where something would be lost, neither where something is written first. */
  enter?: 'ok' | 'no' | null
  isOkDisabled?: boolean
  /** The question stays open until it is done. */
  onOk(): unknown
  afterClose?(): void
}

interface OpenQuestion {
  /** Answers with yes. */
  press(): void
  enableOk(isEnabled: boolean): void
}

let asked = 0

/** Asks before something is done. A key that comes while the question opens is never taken for the other answer. */
export function useQuestion(): (question: Question) => OpenQuestion {
  const { t } = useText()
  const { modal } = App.useApp()
  return ({ title, content, ok, no, isDanger = false, enter, isOkDisabled = false, onOk, afterClose }) => {
    asked += 1
    const [okId, noId] = [`pl-question-${asked}-ok`, `pl-question-${asked}-no`]
    const means = enter === undefined ? (isDanger ? 'no' : 'ok') : enter
    const okButton = (disabled: boolean) => ({ id: okId, danger: isDanger, disabled })
    const buttonOf = (answer: 'ok' | 'no') => document.getElementById(answer === 'ok' ? okId : noId)
    const hearing = means ? hearEnter({ button: () => buttonOf(means), press: () => buttonOf(means)?.click() }) : null
    const dialog = modal.confirm({
      title,
      content: (
        <>
          {content}
          {hearing ? <Shown onShown={hearing.ready} onGone={hearing.stop} /> : null}
        </>
      ),
      okText: ok,
      okButtonProps: okButton(isOkDisabled),
      cancelText: no ?? t('action.cancel'),
      cancelButtonProps: { id: noId },
      autoFocusButton: means === 'no' ? 'cancel' : means,
      onOk,
      ...(afterClose ? { afterClose } : {}),
    })
    return {
      press: () => buttonOf('ok')?.click(),
      enableOk: (isEnabled) => {
        dialog.update({ okButtonProps: okButton(!isEnabled) })
        // A button that could not be pressed could not take the focus either.
        if (isEnabled) {
          requestAnimationFrame(() => {
            if (!/^(input|textarea)$/i.test(document.activeElement?.tagName ?? '')) buttonOf('ok')?.focus()
          })
        }
      },
    }
  }
}

/** Tells when what stands beside it is on the page, and when it no longer is. */
function Shown({ onShown, onGone }: { onShown(): void; onGone(): void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    // After the dialog's own effects: it remembers where the focus came from, and locks it to its first button.
    queueMicrotask(onShown)
    return onGone
  }, [])
  return null
}
