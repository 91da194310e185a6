// Tables are sorted by the buttons in their heads, and filtered by what is typed or chosen above them. Without this
// script the page shows all rows in the order of the reports, and the SQL of all tables.
"use strict";

(() => {
  const textOf = (cell) => cell.dataset.value ?? cell.textContent.trim();
  const FEW = 10; // rows from which on they can be filtered
  const collator = new Intl.Collator("en", { numeric: true });

  // what is not there comes last in either order
  function compared(one, other, numeric, sign) {
    if (one === "" || other === "") return (one === "") - (other === "");
    return sign * (numeric ? Number(one) - Number(other) : collator.compare(one, other));
  }

  function sort(table, head, descending) {
    const place = head.cellIndex;
    const numeric = head.dataset.sort !== "text";
    const body = table.tBodies[0];
    const sign = descending ? -1 : 1;
    const rows = [...body.rows].map((row, first) => ({ row, first, text: textOf(row.cells[place]) }));
    rows.sort((one, other) => compared(one.text, other.text, numeric, sign) || one.first - other.first);
    body.append(...rows.map((each) => each.row));
    for (const each of head.parentElement.cells) each.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", descending ? "descending" : "ascending");
  }

  function addButtons(table) {
    for (const head of table.tHead.rows[0].cells) {
      if (!head.dataset.sort) continue;
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      if (head.title) {
        button.title = head.title;
        head.removeAttribute("title");
      }
      head.append(button);
      const first = head.dataset.sort === "number"; // the highest first, of places the lowest
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort");
        sort(table, head, now ? now === "ascending" : first);
      });
    }
  }

  function labelled(text, control) {
    const label = document.createElement("label");
    label.append(text, control);
    return label;
  }

  function addFilter(table) {
    const heads = [...table.tHead.rows[0].cells];
    const rows = [...table.tBodies[0].rows];
    const values = (head) => [...new Set(rows.map((row) => textOf(row.cells[head.cellIndex])))];
    const chosen = heads.filter((head) => "choose" in head.dataset && values(head).length > 1);
    const filtered = table.dataset.filter && rows.length >= FEW;
    if (!filtered && !chosen.length) return;
    const bar = document.createElement("div");
    bar.className = "controls";
    const status = document.createElement("p");
    status.setAttribute("role", "status");
    const input = document.createElement("input");
    input.type = "search";
    input.autocomplete = "off";
    const selects = chosen.map((head) => {
      const select = document.createElement("select");
      select.append(new Option("all", ""), ...values(head).map((value) => new Option(value, value)));
      if (head.dataset.choose) select.value = head.dataset.choose;
      return { select, place: head.cellIndex, title: head.textContent.trim() };
    });
    const show = () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      let shown = 0;
      for (const row of rows) {
        // what the row is of, and the text of a query: not the numbers, nor the run that all are compared with
        const text = [...row.querySelectorAll("th, td.text")].map((cell) => cell.textContent.toLowerCase()).join(" ");
        const fits = selects.every(({ select, place }) => !select.value || textOf(row.cells[place]) === select.value);
        row.hidden = !(fits && words.every((word) => text.includes(word)));
        shown += !row.hidden;
      }
      // what the select says need not stand in each row
      for (const { select, place } of selects) {
        for (const row of table.rows) row.cells[place].hidden = select.value !== "";
      }
      status.textContent = `${shown} of ${rows.length} rows`;
    };
    for (const { select, title } of selects) {
      select.addEventListener("change", show);
      bar.append(labelled(title, select));
    }
    if (filtered) {
      input.addEventListener("input", show);
      bar.append(labelled(`Filter by ${table.dataset.filter}`, input));
    }
    bar.append(status);
    table.closest(".box").before(bar);
    show();
  }

  // the SQL of all tables is shown on demand
  function addSwitch(nav) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "switch";
    const show = (on) => {
      document.body.classList.toggle("sql-hidden", !on);
      button.setAttribute("aria-pressed", String(on));
    };
    button.textContent = "Show SQL";
    button.addEventListener("click", () => show(document.body.classList.contains("sql-hidden")));
    show(false);
    nav.append(button);
  }

  if (document.querySelector("details.sql")) addSwitch(document.querySelector("nav"));
  for (const table of document.querySelectorAll(".box > table")) {
    if (!table.tHead || !table.tBodies.length) continue;
    addButtons(table);
    addFilter(table);
  }
})();
