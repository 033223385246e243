type BulkBarProps = {
  selected: number
  isEmpty: boolean
  isBusy: boolean
  onDate: () => void
  onDelete: () => void
  onDeleteAll: () => void
}

/** What can be done with several entries at once. */
export function BulkBar({ selected, isEmpty, isBusy, onDate, onDelete, onDeleteAll }: BulkBarProps) {
  const isOff = isBusy || isEmpty
  const acts = [
    { text: 'Change Payment Date', className: 'chip', act: onDate },
    { text: 'Delete Selected', className: 'chip chip--danger', act: onDelete },
    { text: 'Delete All Entries', className: 'chip chip--danger', act: onDeleteAll }
  ]
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div className="bulk-bar" role="group" aria-label="Several entries at once">
      <p className="bulk-bar__count" aria-live="polite">
        {selected === 0 ? 'None selected' : `${selected} selected`}
      </p>
      {acts.map(({ text, className, act }) => (
        <button
          key={text}
          type="button"
          className={className}
          aria-disabled={isOff}
          onClick={() => {
            if (!isOff) act()
          }}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
