import classes from './DocTable.module.css';
import { leadFields } from './lead-fields.ts';

const fields = leadFields();

export function FieldTable() {
  return (
    <table className={classes.table} aria-label="Fields of the request body">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Description</th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, type, required, note }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            <td className={classes.short}>
              {type}
              <span className={required ? classes.required : classes.optional}>
                {required ? 'required' : 'optional'}
              </span>
            </td>
            <td>{note}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
