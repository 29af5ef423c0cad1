interface TabsProps<K extends string> {
  label: string
  tabs: readonly { key: K; title: string }[]
  chosen: K
  onChoose(key: K): void
}

/** A choice between a few views of a page. */
export function Tabs<K extends string>({ label, tabs, chosen, onChoose }: TabsProps<K>) {
  return (
    <fieldset className="m-tabs">
      <legend className="m-hidden">{label}</legend>
      {tabs.map(({ key, title }) => (
        <button key={key} type="button" aria-pressed={key === chosen} onClick={() => onChoose(key)}>
          {title}
        </button>
      ))}
    </fieldset>
  )
}
