//! As much of JSON Schema as our own schema uses: `$ref`, `oneOf`, `const`, `enum`, `type`, `minimum`, objects, arrays.

use serde_json::Value;

/// Why a value does not fit the root of a schema, or `Ok`.
pub fn check(schema: &Value, value: &Value) -> Result<(), String> {
    fits(schema, schema, value)
}

fn fits(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    let keywords = schema.as_object().expect("a schema is an object");
    for (keyword, wanted) in keywords {
        match keyword.as_str() {
            "$ref" => fits(root, resolved(root, wanted), value)?,
            "oneOf" => one_of(root, wanted, value)?,
            "const" => expect(wanted == value, || format!("{value} is not {wanted}"))?,
            "enum" => {
                let known = wanted.as_array().unwrap().contains(value);
                expect(known, || format!("{value} is none of {wanted}"))?;
            }
            "type" => {
                expect(has_type(value, wanted.as_str().unwrap()), || format!("{value} has not the type {wanted}"))?;
            }
            "minimum" => expect(value.as_f64() >= wanted.as_f64(), || format!("{value} is below {wanted}"))?,
            "required" => {
                let missing =
                    wanted.as_array().unwrap().iter().find(|name| value.get(name.as_str().unwrap()).is_none());
                expect(missing.is_none(), || format!("{value} lacks {missing:?}"))?;
            }
            "properties" => properties(root, wanted, value)?,
            "items" => value.as_array().unwrap().iter().try_for_each(|item| fits(root, wanted, item))?,
            "additionalProperties" => {
                let known = &schema["properties"];
                let odd =
                    value.as_object().and_then(|fields| fields.keys().find(|key| known.get(key.as_str()).is_none()));
                expect(odd.is_none(), || format!("{odd:?} is not in the schema"))?;
            }
            "$schema" | "$defs" | "title" | "description" => {}
            other => return Err(format!("the checker does not know `{other}`")),
        }
    }
    Ok(())
}

fn expect(holds: bool, why: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(why()) }
}

fn resolved<'a>(root: &'a Value, reference: &Value) -> &'a Value {
    let pointer = reference.as_str().unwrap().strip_prefix('#').expect("a reference into the same schema");
    root.pointer(pointer).unwrap_or_else(|| panic!("{pointer} is not in the schema"))
}

fn one_of(root: &Value, schemas: &Value, value: &Value) -> Result<(), String> {
    let results: Vec<_> = schemas.as_array().unwrap().iter().map(|schema| fits(root, schema, value)).collect();
    let fitting = results.iter().filter(|result| result.is_ok()).count();
    expect(fitting == 1, || format!("{value} fits {fitting} of the variants: {results:?}"))
}

fn has_type(value: &Value, name: &str) -> bool {
    match name {
        "null" => value.is_null(),
        "string" => value.is_string(),
        "number" => value.is_number(),
        "integer" => value.is_u64() || value.is_i64(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        other => panic!("the checker does not know the type {other}"),
    }
}

fn properties(root: &Value, schemas: &Value, value: &Value) -> Result<(), String> {
    let schemas = schemas.as_object().unwrap();
    let present = schemas.iter().filter_map(|(name, schema)| Some((name, schema, value.get(name)?)));
    for (name, schema, field) in present {
        fits(root, schema, field).map_err(|why| format!("{name}: {why}"))?;
    }
    Ok(())
}
