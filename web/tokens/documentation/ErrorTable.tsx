import classes from './DocTable.module.css';
import { errorAnswers, onOneLine } from './error-answers.ts';

const answers = errorAnswers();

export function ErrorTable() {
  return (
    <table className={classes.table} aria-label="Error responses">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Meaning and body</th>
        </tr>
      </thead>
      <tbody>
        {answers.map(({ status, meaning, bodies }) => (
          <tr key={status}>
            <th scope="row" className="tabular">
              {status}
            </th>
            <td>
              {meaning}
              <ul className={classes.bodies}>
                {bodies.map((body) => (
                  <li key={body.error}>
                    <code>{onOneLine(body)}</code>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
